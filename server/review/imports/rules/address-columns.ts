import type { AddressGroup, ImportField } from '#contract/review/imports/choices.ts'
import { foldHeader, headerSynonyms } from './header-synonyms.ts'

/** The fields of one address. They come from one group of columns, never from two. */
const addressFields = [
  'address_1',
  'address_2',
  'city',
  'state',
  'zip',
  'country',
] as const satisfies readonly ImportField[]
type AddressField = (typeof addressFields)[number]

export const isAddressField = (field: string): field is AddressField =>
  addressFields.some((known) => known === field)

/** What a column name calls an address. If a file has several complete ones, the first in this order is suggested. */
const groupWords: readonly (readonly [AddressGroup, string])[] = [
  ['mailing', 'mailing'],
  ['mailing', 'mail'],
  ['home', 'home'],
  ['home', 'residential'],
  ['home', 'residence'],
  ['local', 'local'],
  ['local', 'campus'],
  ['local', 'current'],
  ['local', 'present'],
  ['local', 'term'],
  ['permanent', 'permanent'],
  ['permanent', 'perm'],
]

/** Column name of an address without its group → its field. */
const knownNames: ReadonlyMap<string, AddressField> = new Map(
  addressFields.flatMap((field) =>
    [field, ...(headerSynonyms.get(field) ?? [])].map((name) => [foldHeader(name), field] as const),
  ),
)

/** A column of an address that a file may have several of. */
interface AddressColumn {
  readonly group: AddressGroup
  readonly field: AddressField
}

const addressFieldOf = (folded: string): AddressField | undefined =>
  // “Mailing Address City”, “Permanent Student ZIP”
  knownNames.get(folded) ?? knownNames.get(folded.replace(/^(address|addr|student)/, ''))

/** Returns the address and field that a column’s name says, such as “Mailing City” and “ZIP (Permanent)”. */
export const addressColumnOf = (header: string): AddressColumn | null => {
  const folded = foldHeader(header).replace(/^student(?=.)/, '')
  const plain = addressFieldOf(folded)
  if (plain) return { group: 'plain', field: plain }
  for (const [group, word] of groupWords) {
    const rest = folded.startsWith(word) ? folded.slice(word.length) : withoutEnd(folded, word)
    const field = rest === null ? undefined : addressFieldOf(rest)
    if (field) return { group, field }
  }
  return null
}

const withoutEnd = (text: string, end: string): string | null => {
  if (text.endsWith(end)) return text.slice(0, -end.length)
  // “Address (Home) 1”, “Address - Mailing - City”
  const at = text.indexOf(end)
  return text.startsWith('addr') && at > 0 ? text.slice(0, at) + text.slice(at + end.length) : null
}

/** The parts that count: a second line and the country are often left out. */
const weighty: ReadonlySet<string> = new Set(['address_1', 'city', 'state', 'zip'])

const fieldsOf = (columns: readonly AddressColumn[], group: AddressGroup): Set<AddressField> =>
  new Set(columns.filter((column) => column.group === group).map(({ field }) => field))

/** Returns the addresses that a file has, the most complete and most certain one first. */
export const addressGroupsOf = (columns: readonly AddressColumn[]): AddressGroup[] => {
  const order: readonly AddressGroup[] = ['plain', ...new Set(groupWords.map(([group]) => group))]
  const found = order.flatMap((group) => {
    const fields = fieldsOf(columns, group)
    const weight = [...fields].filter((field) => weighty.has(field)).length
    return fields.size > 0 ? [{ group, weight }] : []
  })
  const named = found.filter(({ group }) => group !== 'plain')
  // “Country” beside “Mailing Address” and “Mailing City” is a part of the one address
  const isPart = named.length === 1 && !fieldsOf(columns, 'plain').has('address_1')
  return (isPart ? named : found)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ group }) => group)
}
