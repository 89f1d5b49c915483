const units = ['bytes', 'KB', 'MB'] as const

/** 1536 → '1.5 KB' */
export const sizeText = (bytes: number): string => {
  const step = bytes < 1024 ? 0 : bytes < 1024 * 1024 ? 1 : 2
  const amount = bytes / 1024 ** step
  const digits = step === 0 || amount >= 10 ? 0 : 1
  return `${amount.toFixed(digits)} ${units[step]}`
}
