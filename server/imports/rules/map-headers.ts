import {
  importFieldLabel,
  importFields,
  isImportField,
  requiredImportFields,
  type ImportField,
} from '#contract/imports/choices.ts'
import { headerSynonyms } from './header-synonyms.ts'

/** Header as in the file → field, or null if the column isn’t imported. */
export type Mapping = Readonly<Record<string, ImportField | null>>

/** Thrown when a file’s columns can’t be used; errors by the request’s key. */
export class WrongHeaders extends Error {
  readonly key: 'file' | 'mapping'

  constructor(key: 'file' | 'mapping', message: string) {
    super(message)
    this.name = 'WrongHeaders'
    this.key = key
  }
}

/** Returns a header for comparison: only letters and digits, without case and accents. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Every known column name → its field and rank (lower is more certain). */
const knownNames: ReadonlyMap<string, { field: ImportField; rank: number }> = new Map(
  importFields
    .flatMap((field) =>
      [field, importFieldLabel(field), ...(headerSynonyms.get(field) ?? [])].map(
        (name, rank) => [foldHeader(name), { field, rank }] as const,
      ),
    )
    // a name listed for two fields belongs to the first
    .reverse(),
)

/** Returns the columns that have a name, as in the file. */
const named = (headers: readonly string[]): string[] => headers.filter((header) => foldHeader(header) !== '')

/**
 * Suggests a field for each column: as the school’s staff mapped it before (`remembered`, by folded header), or
 * else by its name. If two columns match one field, the remembered, the more certain or the first one wins.
 */
export const proposeMapping = (
  headers: readonly string[],
  remembered: ReadonlyMap<string, string | null> = new Map(),
): Mapping => {
  const bids = named(headers).flatMap((header, index) => matchesOf(header, index, remembered))
  const taken = new Map<ImportField, string>()
  for (const bid of bids.sort((one, other) => one.rank - other.rank || one.index - other.index))
    if (!taken.has(bid.field)) taken.set(bid.field, bid.header)
  const fieldOf = new Map([...taken].map(([field, header]) => [header, field]))
  return Object.fromEntries(named(headers).map((header) => [header, fieldOf.get(header) ?? null]))
}

interface Match {
  readonly header: string
  readonly field: ImportField
  readonly rank: number
  readonly index: number
}

const matchesOf = (
  header: string,
  index: number,
  remembered: ReadonlyMap<string, string | null>,
): Match[] => {
  const folded = foldHeader(header)
  const before = remembered.get(folded)
  if (before === null) return []
  if (before !== undefined && isImportField(before)) return [{ header, field: before, rank: -1, index }]
  const known = knownNames.get(folded)
  return known ? [{ header, ...known, index }] : []
}

/**
 * Returns the mapping of a file: the caller’s choice, or else the suggestion.
 * @throws WrongHeaders for unknown columns, unknown fields, two columns for one field and missing required
 * fields
 */
export const chooseMapping = (
  headers: readonly string[],
  asked: Readonly<Record<string, string | null>> | undefined,
  remembered?: ReadonlyMap<string, string | null>,
): Mapping => {
  const given = readAsked(headers, asked ?? {})
  const fields = new Set(given.values())
  const proposed = Object.entries(proposeMapping(headers, remembered)).map(([header, field]) => {
    if (given.has(header)) return [header, given.get(header) ?? null] as const
    return [header, field !== null && fields.has(field) ? null : field] as const
  })
  const mapping: Mapping = Object.fromEntries(proposed)
  checkDuplicates(headers, mapping)
  checkRequired(mapping, asked === undefined ? 'file' : 'mapping')
  return mapping
}

const readAsked = (
  headers: readonly string[],
  asked: Readonly<Record<string, string | null>>,
): Map<string, ImportField | null> => {
  const given = new Map<string, ImportField | null>()
  for (const [name, field] of Object.entries(asked)) {
    const header = findHeader(headers, name)
    if (header === undefined) throw new WrongHeaders('mapping', `The file has no column named “${name}”.`)
    if (field !== null && !isImportField(field))
      throw new WrongHeaders('mapping', `You can’t import the field “${field}”.`)
    if (field !== null && [...given.values()].includes(field))
      throw new WrongHeaders('mapping', `Two columns are matched to ${importFieldLabel(field)}. Choose one.`)
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
  for (const header of named(headers).map((header) => header.trim())) {
    const isDouble = seen.has(plain(header)) && used.has(plain(header))
    if (isDouble) throw new WrongHeaders('file', `The file has two columns named “${header}”.`)
    seen.add(plain(header))
  }
}

const lists = new Intl.ListFormat('en-US')

const checkRequired = (mapping: Mapping, key: 'file' | 'mapping'): void => {
  const mapped = new Set(Object.values(mapping))
  const missing = requiredImportFields.filter((field) => !mapped.has(field)).map(importFieldLabel)
  if (missing.length === 0) return
  const isNothing = Object.values(mapping).every((field) => field === null)
  throw new WrongHeaders(
    key,
    isNothing
      ? 'No column names were recognized. The first row must have column names.'
      : `The file is missing columns for ${lists.format(missing)}.`,
  )
}
