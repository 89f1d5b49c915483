import { formatMoney } from '#client/platform/lib/format.ts'

/** Converts '$1,234.5' to '1234.50'; returns text that isn't an amount unchanged. */
export const readAmount = (text: string): string => {
  const bare = text.replaceAll(/[\s$,]/g, '')
  if (!/^\d+(\.\d{0,2})?$/.test(bare)) return text
  const [whole = '0', cents = ''] = bare.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

/** Converts '14034.00' to '14,034.00'; returns text that isn't an amount unchanged. */
export const amountWords = (amount: string): string =>
  /^\d+\.\d\d$/.test(amount) ? formatMoney(amount).slice(1) : amount
