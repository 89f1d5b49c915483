import * as z from 'zod/mini'
import { readDay, readDays } from '#server/platform/lib/x12/dates.ts'
import { dayElement, elementText } from '#server/platform/lib/x12/elements.ts'
import type { InquiredPerson, Inquiry } from '#server/platform/lib/x12/inquiry.ts'
import type {
  AnsweredPerson,
  Benefit,
  QualifiedDays,
  Rejection,
  Response,
} from '#server/platform/lib/x12/response.ts'
import { failures, postInquiry, type Clearinghouse } from './post-inquiry.ts'
import type { AnswerContent, Provider } from './provider.ts'

/**
 * Posts each inquiry as JSON and reads the JSON in the answer: the shape of Change Healthcare’s eligibility v3, which
 * Stedi and Optum speak too.
 */
export const createJsonProvider = (clearinghouse: Clearinghouse): Provider => ({
  costCents: clearinghouse.costCents,
  send: ({ inquiry, envelope }) =>
    postInquiry(clearinghouse, {
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: clearinghouse.secret ?? '',
      },
      sent: JSON.stringify(bodyOf(inquiry, envelope.control)),
      read: readJsonAnswer,
    }),
})

/** Names are sent in the characters that X12 has, because the clearinghouse writes a 270 with them. */
const asPerson = ({ firstName, lastName, birthDate }: InquiredPerson) => ({
  ...(firstName === null ? {} : { firstName: elementText(firstName, 35) }),
  lastName: elementText(lastName, 60),
  ...(birthDate === null ? {} : { dateOfBirth: dayElement(birthDate) }),
})

const bodyOf = (
  { trace, payer, inquirer, subscriber, dependent, serviceType, on }: Inquiry,
  control: number,
) => ({
  controlNumber: String(control).padStart(9, '0'),
  submitterTransactionIdentifier: trace,
  tradingPartnerServiceId: elementText(payer.id),
  provider: { organizationName: elementText(inquirer.name, 60), npi: inquirer.npi },
  subscriber: { ...asPerson(subscriber), memberId: elementText(subscriber.memberId) },
  ...(dependent ? { dependents: [asPerson(dependent)] } : {}),
  encounter: { serviceTypeCodes: [serviceType], dateOfService: dayElement(on) },
})

/** A text, empty if it’s absent or null. */
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
)

/** A list, empty if it’s absent or null. */
const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.pipe(
    z.nullish(z.array(item)),
    z.transform((value) => value ?? []),
  )

const errors = listOf(z.object({ code: text, location: text }))
const days = z.pipe(
  z.nullish(z.record(z.string(), z.unknown())),
  z.transform((value) => value ?? {}),
)

const person = z.object({
  firstName: text,
  lastName: text,
  memberId: text,
  dateOfBirth: text,
  groupNumber: text,
  aaaErrors: errors,
})

const entity = z.object({ entityIdentifier: text, entityName: text, entityIdentificationValue: text })

const benefit = z.object({
  code: z.string(),
  coverageLevelCode: text,
  serviceTypeCodes: listOf(z.string()),
  insuranceTypeCode: text,
  planCoverage: text,
  timeQualifierCode: text,
  benefitAmount: z.nullish(z.union([z.string(), z.number()])),
  inPlanNetworkIndicatorCode: text,
  benefitsDateInformation: days,
  additionalInformation: listOf(z.object({ description: text })),
  benefitsRelatedEntity: z.nullish(entity),
  benefitsRelatedEntities: listOf(entity),
})

const payer = z.pipe(
  z.nullish(z.object({ name: text, payorIdentification: text, aaaErrors: errors })),
  z.transform((value) => value ?? { name: '', payorIdentification: '', aaaErrors: [] }),
)

const group = z.pipe(
  z.nullish(z.object({ groupNumber: text })),
  z.transform((value) => value ?? { groupNumber: '' }),
)

/** What is read of an answer. Other keys are left out; one of these with another type makes it unreadable. */
const answer = z.object({
  submitterTransactionIdentifier: text,
  error: z.nullish(z.unknown()),
  errors,
  payer,
  provider: z.nullish(z.object({ aaaErrors: errors })),
  subscriber: z.nullish(person),
  dependents: listOf(person),
  planInformation: group,
  planDateInformation: days,
  benefitsInformation: listOf(benefit),
})
type JsonAnswer = z.output<typeof answer>

/** The names of dates by their X12 qualifier (DTP01), as far as they’re read. */
const qualifiers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    plan: '291',
    benefit: '292',
    eligibility: '307',
    premiumPaidToDateEnd: '343',
    planBegin: '346',
    planEnd: '347',
    benefitBegin: '348',
    benefitEnd: '349',
    eligibilityBegin: '356',
    eligibilityEnd: '357',
  }),
)

/** The names of entities by their X12 code (NM101). */
const entityCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    payer: 'PR',
    'primary payer': 'PRP',
    'secondary payer': 'SEP',
    'tertiary payer': 'TTP',
  }),
)

/** The parts of an X12 guide that errors are reported for. */
const levels: readonly (readonly [string, Rejection['level']])[] = [
  ['2100B', 'inquirer'],
  ['2100C', 'subscriber'],
  ['2100D', 'dependent'],
]

/**
 * Reads the body of an answer, whatever its HTTP status was: a success can carry an error, and a refusal the payer’s
 * reasons. Returns null if the body of a refusal has none.
 */
const readJsonAnswer = (body: string, isSuccess: boolean): AnswerContent | null => {
  const read = z.safeParse(answer, parsed(body))
  if (!read.success) return isSuccess ? failures.unreadable : null
  const rejections = rejectionsOf(read.data)
  if (rejections.length > 0) return { kind: 'answered', responses: [responseOf(read.data, rejections)] }
  if (!isSuccess) return null
  if (hasError(read.data)) return failures.reportedError
  return read.data.subscriber && read.data.dependents.length <= 1
    ? { kind: 'answered', responses: [responseOf(read.data, [])] }
    : failures.unreadable
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    // not JSON, and so not an answer
    return undefined
  }
}

const hasError = ({ error, errors: several }: JsonAnswer): boolean => several.length > 0 || Boolean(error)

/** Returns the payer’s reasons (AAA03: two characters), not the clearinghouse’s own errors. */
const rejectionsOf = ({
  errors: all,
  payer: asked,
  provider,
  subscriber,
  dependents,
}: JsonAnswer): Rejection[] => {
  const at = (level: Rejection['level'], found: z.output<typeof errors> = []): Rejection[] =>
    found
      .filter(({ code }) => /^[0-9A-Z]{2}$/.test(code))
      .map(({ code, location }) => ({
        level: levels.find(([loop]) => location.includes(loop))?.[1] ?? level,
        code,
        // given in words, which no rule reads
        followUp: '',
      }))
  return [
    ...at('payer', all),
    ...at('payer', asked.aaaErrors),
    ...at('inquirer', provider?.aaaErrors),
    ...at('subscriber', subscriber?.aaaErrors),
    ...dependents.flatMap((one) => at('dependent', one.aaaErrors)),
  ]
}

const responseOf = (read: JsonAnswer, rejections: readonly Rejection[]): Response => {
  const unreadable: string[] = []
  const { subscriber } = read
  const [dependent] = read.dependents
  const patient = {
    groupNumber: read.planInformation.groupNumber,
    traces: [read.submitterTransactionIdentifier].filter(Boolean),
    days: daysOf(read.planDateInformation, unreadable),
    benefits: read.benefitsInformation.map((one) => benefitOf(one, unreadable)),
  }
  const other = { groupNumber: '', traces: [], days: [], benefits: [] }
  return {
    payer: { name: read.payer.name, id: read.payer.payorIdentification },
    rejections,
    subscriber: subscriber ? personOf(subscriber, dependent ? other : patient, unreadable) : null,
    dependents: dependent ? [personOf(dependent, patient, unreadable)] : [],
    unreadable,
  }
}

type Details = Pick<AnsweredPerson, 'groupNumber' | 'traces' | 'days' | 'benefits'>

const personOf = (
  { firstName, lastName, memberId, dateOfBirth, groupNumber }: z.output<typeof person>,
  details: Details,
  unreadable: string[],
): AnsweredPerson => {
  const birthDate = readDay(dateOfBirth)
  if (dateOfBirth !== '' && birthDate === null) unreadable.push(`dateOfBirth ${dateOfBirth}`)
  return {
    firstName,
    lastName,
    memberId,
    birthDate,
    ...details,
    groupNumber: groupNumber || details.groupNumber,
  }
}

const daysOf = (found: z.output<typeof days>, unreadable: string[]): QualifiedDays[] =>
  Object.entries(found).flatMap(([name, value]) => {
    const qualifier = qualifiers.get(name)
    if (qualifier === undefined) return []
    const range = typeof value === 'string' ? readDays(value.includes('-') ? 'RD8' : 'D8', value) : null
    if (range) return [{ qualifier, ...range, segment: `${name} ${String(value)}` }]
    unreadable.push(name)
    return []
  })

const amountOf = (amount: string | number | null | undefined): number | null => {
  const number = typeof amount === 'string' && amount.trim() === '' ? NaN : Number(amount ?? NaN)
  return Number.isFinite(number) ? number : null
}

const benefitOf = (found: z.output<typeof benefit>, unreadable: string[]): Benefit => ({
  code: found.code,
  level: found.coverageLevelCode,
  serviceTypes: found.serviceTypeCodes,
  insuranceType: found.insuranceTypeCode,
  planName: found.planCoverage,
  groupNumber: '',
  period: found.timeQualifierCode,
  amount: amountOf(found.benefitAmount),
  network: found.inPlanNetworkIndicatorCode,
  days: daysOf(found.benefitsDateInformation, unreadable),
  messages: found.additionalInformation.map(({ description }) => description),
  entities: entitiesOf(found).map(({ entityIdentifier, entityName, entityIdentificationValue }) => ({
    entity: entityCodes.get(entityIdentifier.toLowerCase()) ?? entityIdentifier,
    name: entityName,
    id: entityIdentificationValue,
  })),
  segment: [`Benefit ${found.code}`, found.planCoverage].filter(Boolean).join(', '),
})

const entitiesOf = ({
  benefitsRelatedEntity: single,
  benefitsRelatedEntities: several,
}: z.output<typeof benefit>) => (single && several.length === 0 ? [single] : several)
