// Scripts of the gallery: mashups of gallery.yaml in JavaScript, for the partners of that file and the stubs. They need the module
// mashup-js, which ./medley builds:
//
//     ./medley demo --scripts
//     ./medley serve --config config/gallery.yaml --mashups config/scripts

import {cityOf} from './lib/city.mjs';

// The trip, which is /declared/trip in gallery.yaml, and /trip in Java (TripServlet). The three calls are in flight at the same time.
// Without the news the reply says why they are missing; without the others it is a 502, 503 or 504.
//     curl 'http://127.0.0.1:8080/scripts/trip?city=Rome'
//     curl 'http://127.0.0.1:8080/scripts/trip'                  # 400
export const path = '/scripts/trip';

export default async ({query}, {partners, missing}) => {
  const city = cityOf(query);
  const [weather, hotels, news] = await Promise.all([
    partners.weather.get('/weather', {city}).json(),
    partners.hotels.get('/hotels', {city}).json(),
    partners.news.get('/news', {city}).json().optional()]);
  const trip = {city, weather, hotels, news: news ?? null};
  return news ? trip : {...trip, missing};
};
