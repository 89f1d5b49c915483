import type { Delimiter, Encoding } from '#contract/platform/text-files.ts'
import type { AddressGroup, DateOrder } from '#contract/review/imports/choices.ts'
import type { FileReading } from '#contract/review/imports/shapes.ts'

/** The encodings as programs for spreadsheets call them. */
export const encodingLabels: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western European (Windows)',
  'windows-1250': 'Central European (Windows)',
  macintosh: 'Western European (Mac)',
}

export const delimiterLabels: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

export const dateOrderLabels: Readonly<Record<DateOrder, string>> = {
  mdy: 'Month first',
  dmy: 'Day first',
  ymd: 'Year first',
}

export const addressLabels: Readonly<Record<AddressGroup, string>> = {
  plain: 'Address',
  mailing: 'Mailing address',
  home: 'Home address',
  local: 'Local address',
  permanent: 'Permanent address',
}

/** Returns how a file is read: “Read as UTF-8, comma-separated, column names in row 3, dates day first.” */
export const readingText = (reading: FileReading): string => {
  const { encoding, delimiter, header_row, date_order, address_group, sheet } = reading
  const parts = [
    sheet !== null && `sheet “${sheet}”`,
    encoding !== null && encodingLabels[encoding],
    delimiter !== null && `${delimiterLabels[delimiter].toLowerCase()}-separated`,
    `column names in row ${header_row}`,
    date_order !== null && `dates ${dateOrderLabels[date_order].toLowerCase()}`,
    address_group !== null && address_group !== 'plain' && addressLabels[address_group].toLowerCase(),
  ]
  return `Read as ${parts.filter((part) => part !== false).join(', ')}.`
}
