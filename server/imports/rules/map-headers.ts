import {
  importFieldLabel,
  importFields,
  isImportField,
  requiredImportFields,
  type ImportField,
} from '#contract/imports/choices.ts'
import { headerSynonyms } from './header-synonyms.ts'

/** Header as in the file → field, or null where the column is left out. */
export type Mapping = Readonly<Record<string, ImportField | null>>

/** Why a file's columns cannot be used, by the key of the call that it belongs to. */
export class WrongHeaders extends Error {
  readonly key: 'file' | 'mapping'

  constructor(key: 'file' | 'mapping', message: string) {
    super(message)
    this.name = 'WrongHeaders'
    this.key = key
  }
}

/** A header as it is compared: only its letters and digits, without case and accents. */
export const foldHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Every known name of a column → its field and how sure it is (the lower the surer). */
const knownNames: ReadonlyMap<string, { field: ImportField; rank: number }> = new Map(
  importFields
    .flatMap((field) =>
      [field, importFieldLabel(field), ...(headerSynonyms.get(field) ?? [])].map(
        (name, rank) => [foldHeader(name), { field, rank }] as const,
      ),
    )
    // a name listed for two fields belongs to the first of them
    .reverse(),
)

/** Columns that have a name, as in the file. */
const named = (headers: readonly string[]): string[] => headers.filter((header) => foldHeader(header) !== '')

/**
 * Proposes which column is which field: as the school's staff said last time (`remembered`, by folded header),
 * else by what the columns are called. Of two columns for one field the remembered, the surer, the first counts.
 */
export const proposeMapping = (
  headers: readonly string[],
  remembered: ReadonlyMap<string, string | null> = new Map(),
): Mapping => {
  const bids = named(headers).flatMap((header, index) => bidOf(header, index, remembered))
  const taken = new Map<ImportField, string>()
  for (const bid of bids.sort((one, other) => one.rank - other.rank || one.index - other.index))
    if (!taken.has(bid.field)) taken.set(bid.field, bid.header)
  const fieldOf = new Map([...taken].map(([field, header]) => [header, field]))
  return Object.fromEntries(named(headers).map((header) => [header, fieldOf.get(header) ?? null]))
}

interface Bid {
  readonly header: string
  readonly field: ImportField
  readonly rank: number
  readonly index: number
}

const bidOf = (header: string, index: number, remembered: ReadonlyMap<string, string | null>): Bid[] => {
  const folded = foldHeader(header)
  const before = remembered.get(folded)
  if (before === null) return []
  if (before !== undefined && isImportField(before)) return [{ header, field: before, rank: -1, index }]
  const known = knownNames.get(folded)
  return known ? [{ header, ...known, index }] : []
}

/**
 * The mapping of a file: the caller's word where there is one, the proposal elsewhere.
 * @throws WrongHeaders for columns that are not there, fields that are none, two columns for one field, and
 * required fields without a column
 */
export const settleMapping = (
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
  checkDoubles(headers, mapping)
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
    if (header === undefined) throw new WrongHeaders('mapping', `The file has no column “${name}”.`)
    if (field !== null && !isImportField(field))
      throw new WrongHeaders('mapping', `“${field}” is not a field that can be imported.`)
    if (field !== null && [...given.values()].includes(field))
      throw new WrongHeaders('mapping', `Two columns are mapped to ${importFieldLabel(field)}.`)
    given.set(header, field)
  }
  return given
}

const findHeader = (headers: readonly string[], name: string): string | undefined =>
  headers.find((header) => header === name) ??
  headers.find((header) => foldHeader(header) !== '' && foldHeader(header) === foldHeader(name))

const checkDoubles = (headers: readonly string[], mapping: Mapping): void => {
  const plain = (header: string): string => header.trim().toLowerCase()
  const used = new Set(
    Object.keys(mapping)
      .filter((header) => mapping[header] !== null)
      .map(plain),
  )
  const seen = new Set<string>()
  for (const header of named(headers).map((header) => header.trim())) {
    const isDouble = seen.has(plain(header)) && used.has(plain(header))
    if (isDouble) throw new WrongHeaders('file', `The column “${header}” is there twice.`)
    seen.add(plain(header))
  }
}

const checkRequired = (mapping: Mapping, key: 'file' | 'mapping'): void => {
  const mapped = new Set(Object.values(mapping))
  const missing = requiredImportFields.filter((field) => !mapped.has(field)).map(importFieldLabel)
  if (missing.length === 0) return
  const isNothing = Object.values(mapping).every((field) => field === null)
  throw new WrongHeaders(
    key,
    isNothing
      ? 'No column of the first row is known: the first row must hold the names of the columns.'
      : `The file has no column for ${missing.join(', ')}.`,
  )
}
