const percents = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** Returns the change from one amount to another: '+5.0%', '0.0%'; null if either isn’t an amount. */
export const premiumChange = (before: string, after: string): string | null => {
  const [former, present] = [Number(before), Number(after)]
  return after === '' || !Number.isFinite(present) || !(former > 0)
    ? null
    : percents.format(present / former - 1)
}
