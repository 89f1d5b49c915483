import { formatMoney } from '#client/lib/format.ts'

/** '$1,234.5' → '1234.50'; what is no amount stays as it was typed. */
export const readAmount = (text: string): string => {
  const bare = text.replaceAll(/[\s$,]/g, '')
  if (!/^\d+(\.\d{0,2})?$/.test(bare)) return text
  const [whole = '0', cents = ''] = bare.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

/** '14034.00' → '14,034.00'; what is no amount stays as it was typed. */
export const amountWords = (amount: string): string =>
  /^\d+\.\d\d$/.test(amount) ? formatMoney(amount).slice(1) : amount
