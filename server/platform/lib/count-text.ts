/** Returns a number with its noun: '1 row', '1,204 rows'. */
export const countText = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`
