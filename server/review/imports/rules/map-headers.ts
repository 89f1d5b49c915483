import {
  importFieldLabel,
  importTargetLabel,
  isImportTarget,
  missingFields,
  wholeNameFields,
  type ImportTarget,
} from '#contract/review/imports/choices.ts'
import { foldHeader } from './header-synonyms.ts'
import { namedIn, proposeMapping, type Mapping, type ProposalContext } from './propose-mapping.ts'

/** The parts of a request that can be why a file can’t be used. */
type RequestKey = 'file' | 'mapping' | 'header_row' | 'date_order' | 'sheet'

/** Thrown when a file or its columns can’t be used; errors by the request’s key. */
export class WrongHeaders extends Error {
  readonly key: RequestKey

  constructor(key: RequestKey, message: string) {
    super(message)
    this.name = 'WrongHeaders'
    this.key = key
  }
}

/**
 * Returns the mapping of a file: the caller’s choice, or else the suggestion.
 * @throws WrongHeaders for unknown columns, unknown fields, two columns for one field and missing required
 * fields
 */
export const chooseMapping = (
  headers: readonly string[],
  asked: Readonly<Record<string, string | null>> | undefined,
  context?: ProposalContext,
): Mapping => {
  const given = readAsked(headers, asked ?? {})
  const fields = new Set(given.values())
  const proposed = Object.entries(proposeMapping(headers, context)).map(([header, field]) => {
    if (given.has(header)) return [header, given.get(header) ?? null] as const
    return [header, field !== null && isMatched(field, fields) ? null : field] as const
  })
  const mapping: Mapping = Object.fromEntries(proposed)
  checkDuplicates(headers, mapping)
  checkRequired(mapping, asked === undefined ? 'file' : 'mapping')
  return mapping
}

/** Returns whether a field has a column already: its own, or one with whole names. */
const isMatched = (field: ImportTarget, matched: ReadonlySet<ImportTarget | null>): boolean => {
  const isPart = wholeNameFields.some((part) => part === field)
  if (field === 'full_name') return matched.has(field) || wholeNameFields.some((part) => matched.has(part))
  return matched.has(field) || (isPart && matched.has('full_name'))
}

const readAsked = (
  headers: readonly string[],
  asked: Readonly<Record<string, string | null>>,
): Map<string, ImportTarget | null> => {
  const given = new Map<string, ImportTarget | null>()
  for (const [name, field] of Object.entries(asked)) {
    const header = findHeader(headers, name)
    if (header === undefined) throw new WrongHeaders('mapping', `The file has no column named “${name}”.`)
    if (field !== null && !isImportTarget(field))
      throw new WrongHeaders('mapping', `You can’t import the field “${field}”.`)
    if (field !== null && isMatched(field, new Set(given.values())))
      throw new WrongHeaders('mapping', `Two columns are matched to ${importTargetLabel(field)}. Choose one.`)
    given.set(header, field)
  }
  return given
}

const findHeader = (headers: readonly string[], name: string): string | undefined =>
  headers.find((header) => header === name) ??
  headers.find((header) => foldHeader(header) !== '' && foldHeader(header) === foldHeader(name))

const checkDuplicates = (headers: readonly string[], mapping: Mapping): void => {
  const plain = (header: string): string => header.trim().toLowerCase()
  const used = new Set(
    Object.keys(mapping)
      .filter((header) => mapping[header] !== null)
      .map(plain),
  )
  const seen = new Set<string>()
  for (const header of namedIn(headers).map((header) => header.trim())) {
    const isDouble = seen.has(plain(header)) && used.has(plain(header))
    if (isDouble) throw new WrongHeaders('file', `The file has two columns named “${header}”.`)
    seen.add(plain(header))
  }
}

const lists = new Intl.ListFormat('en-US')

const checkRequired = (mapping: Mapping, key: 'file' | 'mapping'): void => {
  const matched = Object.values(mapping).filter((field) => field !== null)
  const missing = missingFields(matched).map(importFieldLabel)
  if (missing.length === 0) return
  throw new WrongHeaders(
    key,
    matched.length === 0
      ? 'No column names were recognized. One row must have them.'
      : `The file is missing columns for ${lists.format(missing)}.`,
  )
}
