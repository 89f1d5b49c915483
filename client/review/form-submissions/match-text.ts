import type {
  FormSender,
  MatchCandidate,
  MatchField,
} from '#contract/review/form-submissions/review-shapes.ts'
import { fullName } from '#contract/platform/person-name.ts'
import { capitalized } from '#contract/platform/letter-case.ts'
import { formatDay, formatList } from '#client/platform/lib/format.ts'

const labels: Readonly<Record<MatchField, string>> = {
  sid: 'student ID',
  dob: 'birth date',
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
}

const valueText = (field: MatchField, value: string): string => (field === 'dob' ? formatDay(value) : value)

/** Returns ‘Same birth date; student ID differs: S1 on the roster, S2 on the form’. Of several differences it gives no values. */
export const matchText = ({ same, different, is_alike }: MatchCandidate): string => {
  const isSimilar = is_alike && !same.includes('last_name')
  const fits = [
    ...(same.length > 0 ? [`same ${formatList(same.map((field) => labels[field]))}`] : []),
    ...(isSimilar ? ['similar last name'] : []),
  ].join(', ')
  // a similar name is there to read
  const differs = different.filter(({ field }) => !isSimilar || field !== 'last_name')
  if (fits === '') return 'Nothing in common'
  const parts = [fits, differenceText(differs)]
  return capitalized(parts.filter((part) => part !== '').join('; '))
}

const differenceText = ([first, ...others]: MatchCandidate['different']): string => {
  if (!first) return ''
  const { field, roster, form } = first
  if (others.length > 0) return `${formatList([first, ...others].map((one) => labels[one.field]))} differ`
  return `${labels[field]} differs: ${valueText(field, roster)} on the roster, ${valueText(field, form)} on the form`
}

/** Returns ‘Maya Tompson · S1048213 · born 05/04/2003 · maya@mail.example’. */
export const senderText = ({ first_name, last_name, sid, dob, emails }: FormSender): string =>
  [
    fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
    sid,
    dob === null ? null : `born ${formatDay(dob)}`,
    ...emails,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
