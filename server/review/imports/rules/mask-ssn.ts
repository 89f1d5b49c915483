import { proposeMapping, type Mapping } from './propose-mapping.ts'

/** Masks whatever could be an SSN: every digit of its column but the last 4, and numbers written like one elsewhere. */
export const ssnMasker = (
  headers: readonly string[],
  mapping: Mapping,
): ((cells: readonly string[]) => string[]) => {
  const ssnColumns = headers.map(
    (header) => mapping[header] === 'ssn' || proposeMapping([header])[header] === 'ssn',
  )
  const isKnown = headers.map((header) => mapping[header] != null)
  return (cells) => {
    // in a row with another number of cells, an SSN can be in any column
    const isShifted = cells.length !== headers.length
    return cells.map((cell, index) => {
      if (ssnColumns[index] === true) return maskDigits(cell)
      const looksLikeOne =
        isShifted || isKnown[index] !== true
          ? /(?<!\d)\d{3}[- ]?\d{2}[- ]?\d{4}(?!\d)/g
          : /(?<!\d)\d{3}[- ]\d{2}[- ]\d{4}(?!\d)/g
      return cell.replaceAll(looksLikeOne, maskDigits)
    })
  }
}

/** '912-34-5678' → '***-**-5678'. A shorter number shows no digit. */
const maskDigits = (text: string): string => {
  const count = text.replaceAll(/\D/g, '').length
  let index = 0
  return text.replaceAll(/\d/g, (digit) => {
    index += 1
    return count >= 9 && index > count - 4 ? digit : '*'
  })
}
