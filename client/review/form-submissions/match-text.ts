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

/** Returns ‘Same birth date; student ID differs: S1 on the roster, S2 on the form’. */
export const matchText = ({ same, different, is_alike }: MatchCandidate): string => {
  const isSimilar = is_alike && !same.includes('last_name')
  const fits = [
    ...(same.length > 0 ? [`same ${formatList(same.map((field) => labels[field]))}`] : []),
    ...(isSimilar ? ['similar last name'] : []),
  ].join(', ')
  // a similar name is there to read
  const differs = different.filter(({ field }) => !isSimilar || field !== 'last_name')
  const parts = differs.map(
    ({ field, roster, form }) =>
      `${labels[field]} differs: ${valueText(field, roster)} on the roster, ${valueText(field, form)} on the form`,
  )
  return capitalized([fits === '' ? 'nothing in common' : fits, ...parts].join('; '))
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
