// What a page of a shop lists, found by selectors of CSS, as by /declared/offers/{id}.
//     curl 'http://127.0.0.1:8080/scripts/offers/1'
export const path = '/scripts/offers/{id}';

export default async ({params}, {partners}) => {
  const {titles, links, prices} = await partners.shop
    .get('/page/{id}', {id: params.id})
    .select({titles: 'h1', links: 'li.offer a', prices: 'li.offer .price'});
  return {
    title: titles[0].text,
    offers: links.map(({text, attributes}, i) => ({
      name: text,
      product: attributes.href.split('/product/')[1],
      price: Number(prices[i].text.split('EUR ')[1]),
    })),
  };
};
