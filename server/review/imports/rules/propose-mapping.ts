import {
  importFieldLabel,
  importFields,
  isImportTarget,
  wholeNameFields,
  type AddressGroup,
  type ImportField,
  type ImportTarget,
} from '#contract/review/imports/choices.ts'
import { splitName } from '#contract/review/imports/split-name.ts'
import { addressColumnOf, addressGroupsOf, isAddressField } from './address-columns.ts'
import { foldHeader, headerSynonyms, secondChoices, wholeNames } from './header-synonyms.ts'

/** Header as in the file → field, or null if the column isn’t imported. */
export type Mapping = Readonly<Record<string, ImportTarget | null>>

/** What a suggestion depends on besides the column names. */
export interface ProposalContext {
  /** How the school’s staff mapped columns before, by folded header. */
  readonly remembered?: ReadonlyMap<string, string | null>
  /** The first rows: a column of names is split only if they’re written “Last, First”. */
  readonly sample?: readonly (readonly string[])[]
  /** The address that staff chose. */
  readonly addressGroup?: AddressGroup | undefined
}

/** A suggested mapping, and the addresses it chose from. */
interface Proposal {
  readonly mapping: Mapping
  readonly addressGroup: AddressGroup | null
  readonly addressGroups: readonly AddressGroup[]
}

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

/** Returns whether a cell is the name of a column that can be imported. */
export const isColumnName = (cell: string): boolean => {
  const folded = foldHeader(cell)
  return knownNames.has(folded) || wholeNames.has(folded) || addressColumnOf(cell) !== null
}

/** Returns the columns that have a name, as in the file. */
export const namedIn = (headers: readonly string[]): string[] =>
  headers.filter((header) => foldHeader(header) !== '')

/**
 * Suggests a field for each column: as the school’s staff mapped it before, or else by its name. If two columns match
 * one field, the remembered, the more certain or the first one wins. An address comes from one group of columns.
 */
export const propose = (headers: readonly string[], context: ProposalContext = {}): Proposal => {
  const names = namedIn(headers)
  const bids = names.flatMap((header, index) => bidsFor(header, index, context))
  const addresses = bids.flatMap(({ address }) => address ?? [])
  const before = bids.find(({ address, rank }) => address && rank < 0)?.address?.group
  const addressGroups = addressGroupsOf(addresses)
  const addressGroup = context.addressGroup ?? before ?? addressGroups[0] ?? null
  const isOf = (group: AddressGroup): boolean =>
    group === addressGroup || (group === 'plain' && !addressGroups.includes('plain'))
  const fieldOf = assign(
    bids.filter(({ address }) => !address || isOf(address.group)),
    headers,
    context,
  )
  const mapping = Object.fromEntries(names.map((header) => [header, fieldOf.get(header) ?? null]))
  return { mapping, addressGroup, addressGroups }
}

/** Suggests a field for each column, as `propose` does. */
export const proposeMapping = (headers: readonly string[], context: ProposalContext = {}): Mapping =>
  propose(headers, context).mapping

interface Bid {
  readonly header: string
  readonly field: ImportTarget
  readonly rank: number
  readonly index: number
  readonly address: ReturnType<typeof addressColumnOf>
}

/** The rank of a name that means the field only if no other column does. */
const lastRank = 1000

const bidsFor = (header: string, index: number, { remembered }: ProposalContext): Bid[] => {
  const folded = foldHeader(header)
  const before = remembered?.get(folded)
  if (before === null) return []
  const address = addressColumnOf(header)
  if (before !== undefined && isImportTarget(before))
    return [{ header, field: before, rank: -1, index, address: isAddressField(before) ? address : null }]
  const bid = { header, index, address: null }
  if (address) return [{ ...bid, field: address.field, rank: rankOf(folded, address.group), address }]
  if (wholeNames.has(folded)) return [{ ...bid, field: 'full_name', rank: lastRank }]
  const known = knownNames.get(folded)
  const second = secondChoices.get(folded)
  return [
    ...(known ? [{ ...bid, ...known }] : []),
    ...(second ? [{ ...bid, field: second, rank: lastRank }] : []),
  ]
}

/** Ranks a column of an address; one that doesn’t say which address it is comes after one that does. */
const rankOf = (folded: string, group: AddressGroup): number =>
  group === 'plain' ? (knownNames.get(folded)?.rank ?? lastRank - 1) : 0

/** Gives each field one column and each column one field, the most certain ones first. */
const assign = (
  bids: readonly Bid[],
  headers: readonly string[],
  { sample = [] }: ProposalContext,
): Map<string, ImportTarget> => {
  const taken = new Set<ImportTarget>()
  const fieldOf = new Map<string, ImportTarget>()
  for (const { header, field, rank } of bids.toSorted(
    (one, other) => one.rank - other.rank || one.index - other.index,
  )) {
    const isGuessed = field === 'full_name' && rank >= 0
    if (taken.has(field) || fieldOf.has(header)) continue
    if (
      isGuessed &&
      (wholeNameFields.some((part) => taken.has(part)) || !hasWholeNames(header, headers, sample))
    )
      continue
    taken.add(field)
    fieldOf.set(header, field)
  }
  return fieldOf
}

/** Returns whether a column’s first values are names written “Last, First”. */
const hasWholeNames = (
  header: string,
  headers: readonly string[],
  sample: readonly (readonly string[])[],
): boolean => {
  const index = headers.indexOf(header)
  const values = sample.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '')
  const whole = values.filter((value) => value.includes(',') && splitName(value) !== null)
  return whole.length > 0 && whole.length * 2 >= values.length
}
