/** So much of what a bench does, or a thousandth with SMOKE=1 in the environment, to see that it runs. @param {number} amount */
export const scaled = (amount) => (process.env.SMOKE ? Math.ceil(amount / 1000) : amount);
