/** Returns a header for comparison: only letters and digits, without case and accents. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
