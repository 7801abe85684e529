// @ts-check

// Weather and hotels of a city, asked for at the same time. Without hotels, the reply says why.
export const path = '/trip';

/** @type {Medley.Script} */
export default async ({query}, {partners, missing}) => {
  const {city} = query;
  if (!city) {
    throw new Problem(400, "the parameter city is missing; expected a name, such as '/trip?city=Rome'");
  }
  const [weather, hotels] = await Promise.all([
    partners.weather.get('/weather', {city}).json(),
    partners.hotels.get('/hotels', {city}).json().optional()]);
  return {city, sky: weather.summary, hotels, missing};
};
