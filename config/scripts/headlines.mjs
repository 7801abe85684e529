import {cityOf} from './lib/city.mjs';

// Three feeds, in RSS, in Atom and in JSON Feed, merged by date, as by /declared/headlines. One that fails is missing, by the name of its
// call.
//     curl 'http://127.0.0.1:8080/scripts/headlines?city=Oslo'
export const path = '/scripts/headlines';

export default async ({query}, {partners, missing}) => {
  const city = cityOf(query);
  const feeds = await Promise.all([
    partners.news.get('/feed/rss', {city}, {name: 'paper'}).feed().optional(),
    partners.hotels.get('/feed/atom', {city}, {name: 'blog'}).feed().optional(),
    partners.outlet.get('/feed/json', {city}, {name: 'events'}).feed().optional()]);
  const headlines = feeds
    .flatMap((feed) => feed?.entries ?? [])
    .sort((one, other) => (one.updated < other.updated ? 1 : -1))
    .map(({updated, title}) => ({date: updated.slice(0, 10), title}));
  return {headlines, missing};
};
