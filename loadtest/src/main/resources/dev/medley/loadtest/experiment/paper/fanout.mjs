// The sample mashup /fanout as a script: c calls at once, with all partners in turn, merged to {"p0": …}.
export const path = '/script/fanout';

export default async ({query}, {partners}) => {
  const {c, delay, size} = query;
  if (!(c >= 1 && c <= 256)) {
    throw new Problem(400, 'c is a number from 1 to 256');
  }
  const names = Object.keys(partners);
  const calls = Array.from({length: c}, (_, i) =>
    partners[names[i % names.length]].get('/partner/{i}', {i, delay, size}).json());
  const values = await Promise.all(calls);
  return Object.fromEntries(values.map((value, i) => ['p' + i, value]));
};
