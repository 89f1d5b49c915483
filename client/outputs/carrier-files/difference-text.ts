import { currentDay } from '#client/platform/lib/today.ts'
import { coverageDetailLabels, memberDetailLabels } from '#contract/outputs/carrier-files/choices.ts'
import type { CarrierFileRun, MemberDifference } from '#contract/outputs/carrier-files/shapes.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import { capitalized } from '#contract/platform/letter-case.ts'
import { formatCount, formatDay, formatList } from '#client/platform/lib/format.ts'

/** Who a tier covers, within a sentence. */
const tierWords: Record<Tier, string> = {
  enrolled: 'student only',
  enrolled_ech: 'student + child(ren)',
  enrolled_esp: 'student + spouse',
  enrolled_espch: 'student + spouse + child',
  enrolled_espch2: 'student + spouse + children',
  enrolled_efam: 'family',
}

const labels: Readonly<Record<string, string>> = { ...memberDetailLabels, ...coverageDetailLabels }

/** Returns a difference without the person: 'added medical, student + spouse, from 08/15/2026'. */
const differenceText = ({ kind, coverage_type, tier, on, details, relation }: MemberDifference): string => {
  const changed = formatList(details.map((name) => labels[name] ?? name))
  if (kind === 'details') return `changed ${changed}`
  const what = coverage_type ?? 'coverage'
  const who = tier !== null && relation === 'self' ? `, ${tierWords[tier]},` : ''
  if (kind === 'changed') return `changed ${what}: ${changed}`
  if (kind !== 'ended') return `${kind} ${what}${who} from ${formatDay(on)}`
  const verb = on !== null && on > currentDay() ? 'ends' : 'ended'
  return `${verb} ${what} on ${formatDay(on)}`
}

const relationWords: Record<MemberDifference['relation'], string> = {
  self: '',
  spouse: 'spouse',
  child: 'child',
  domestic_partner: 'domestic partner',
}

/** Returns whose difference it is: null for the student, 'Sam Doe (spouse)' for a dependent. */
const personText = ({ person, relation }: MemberDifference): string | null =>
  relation === 'self' ? null : `${person} (${relationWords[relation]})`

/** Returns a sentence that begins with a capital: 'Added dental …'. */
export const sentence = (difference: MemberDifference): string => {
  const who = personText(difference)
  const text = differenceText(difference)
  return who === null ? capitalized(text) : `${who}: ${text}`
}

const countWords = { add: 'added', change: 'changed', term: 'ended', reinstate: 'reinstated' } as const

/** Returns what a file says in numbers: '312 students, 40 dependents'. */
export const membersText = ({ subscribers, dependents }: CarrierFileRun): string =>
  `${formatCount(subscribers, 'student')}, ${formatCount(dependents, 'dependent')}`

/** Returns the persons of a changes file by what it says of them: '12 added · 3 changed'. Empty for a full file. */
export const countsText = ({ counts }: CarrierFileRun): string =>
  (['add', 'change', 'term', 'reinstate'] as const)
    .filter((type) => (counts[type] ?? 0) > 0)
    .map((type) => `${counts[type] ?? 0} ${countWords[type]}`)
    .join(' · ')
