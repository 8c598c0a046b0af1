/** The amount of work of a bench. With SMOKE=1 in the environment it is a thousandth, to check that the bench runs. @param {number} amount */
export const scaled = (amount) => (process.env.SMOKE ? Math.ceil(amount / 1000) : amount);
