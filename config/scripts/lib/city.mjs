// Scripts import what is in folders beside them.

/** Returns the parameter city; without one, the reply is a 400. */
export const cityOf = ({city}) => {
  if (!city) {
    throw new Problem(400, 'the parameter city is missing');
  }
  return city;
};
