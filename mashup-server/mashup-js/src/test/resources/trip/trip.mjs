export const path = '/trip';
export default async ({query}, {partners, missing}) => {
  const [sky, hotels] = await Promise.all([
    partners.weather.get('/weather', {city: query.city}).json(),
    partners.hotels.get('/hotels', {city: query.city}).json().optional()]);
  return {sky: sky.summary, hotels, missing};
};
