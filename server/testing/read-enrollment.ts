import { readDay } from '#server/platform/lib/x12/dates.ts'
import type {
  EnrollmentHeader,
  MaintenanceCode,
  Member,
  MemberCoverage,
} from '#server/platform/lib/x12/enrollment.ts'
import { at, readInterchange, X12Error, type Segment } from '#server/platform/lib/x12/syntax.ts'

/** What an 834 says. */
interface ReadEnrollment {
  readonly header: Omit<EnrollmentHeader, 'at'>
  readonly members: readonly Member[]
}

/** Reads the one 834 of an interchange, as a carrier does. @throws X12Error */
export const readEnrollment = (text: string): ReadEnrollment => {
  const [transaction] = readInterchange(text).transactions
  if (transaction?.type !== '834') throw new X12Error('transaction', 'The interchange has no 834.')
  const [head = [], ...loops] = splitBefore(transaction.segments, 'INS')
  const members = loops.map(readMember)
  const header = readHeader(head)
  const subscribers = members.filter(({ isSubscriber }) => isSubscriber).length
  if (header.subscribers !== subscribers || header.dependents !== members.length - subscribers)
    throw new X12Error('count', 'The quantities of the file aren’t those of its members.')
  return { header, members }
}

/** Splits segments into those before the first with an ID, and one list from each of them on. */
const splitBefore = (segments: readonly Segment[], id: string): Segment[][] => {
  const loops: Segment[][] = [[]]
  for (const segment of segments)
    if (segment.id === id) loops.push([segment])
    else loops.at(-1)?.push(segment)
  return loops
}

const empty: Segment = { id: '', elements: [] }

const findBy = (segments: readonly Segment[], id: string, qualifier: string): Segment =>
  segments.find((one) => one.id === id && at(one, 1) === qualifier) ?? empty

const readHeader = (head: readonly Segment[]): ReadEnrollment['header'] => {
  const bgn = head[0] ?? empty
  const action = at(bgn, 8)
  if (bgn.id !== 'BGN' || (action !== '2' && action !== '4'))
    throw new X12Error('order', 'The 834 doesn’t begin with BGN for changes or verification.')
  const party = (entity: string) => {
    const found = findBy(head, 'N1', entity)
    return { name: at(found, 2), id: at(found, 4) }
  }
  const quantity = (qualifier: string) => Number(at(findBy(head, 'QTY', qualifier), 2))
  const administrator = party('TV')
  return {
    reference: at(bgn, 2),
    action,
    policy: at(findBy(head, 'REF', '38'), 2),
    effective: readDay(at(findBy(head, 'DTP', '007'), 3)) ?? '',
    subscribers: quantity('ET'),
    dependents: quantity('DT'),
    sponsor: party('P5'),
    payer: party('IN'),
    administrator: administrator.id === '' ? null : administrator,
  }
}

const dayOf = (segments: readonly Segment[], qualifier: string): string | null =>
  readDay(at(findBy(segments, 'DTP', qualifier), 3))

const nameOf = (name: Segment) => ({ last: at(name, 3), first: at(name, 4), middle: at(name, 5) })

const maintenanceOf = (code: string): MaintenanceCode => {
  const known = (['001', '021', '024', '025', '030'] as const).find((one) => one === code)
  if (known === undefined) throw new X12Error('order', `${code} isn’t a maintenance type.`)
  return known
}

const readMember = (loop: readonly Segment[]): Member => {
  const [own = [], ...coverages] = splitBefore(loop, 'HD')
  const ins = own[0] ?? empty
  const gender = at(own.find(({ id }) => id === 'DMG') ?? empty, 3)
  const prior = own.find((one) => one.id === 'NM1' && at(one, 1) === '70')
  const name = own.find((one) => one.id === 'NM1' && ['IL', '74'].includes(at(one, 1))) ?? empty
  return {
    isSubscriber: at(ins, 1) === 'Y',
    relation: at(ins, 2),
    maintenance: maintenanceOf(at(ins, 3)),
    reason: at(ins, 4),
    employment: at(ins, 8),
    studentStatus: at(ins, 9),
    subscriberNumber: at(findBy(own, 'REF', '0F'), 2),
    policyNumber: at(findBy(own, 'REF', '1L'), 2),
    department: at(findBy(own, 'REF', 'DX'), 2),
    education: { begins: dayOf(own, '350'), ends: dayOf(own, '351') },
    eligibility: { begins: dayOf(own, '356'), ends: dayOf(own, '357') },
    name: nameOf(name),
    identifier: readIdentifier(name),
    ...readContact(own),
    address: readAddress(own),
    birthDate: readDay(at(own.find(({ id }) => id === 'DMG') ?? empty, 2)),
    gender: gender === 'F' || gender === 'M' ? gender : 'U',
    isCorrection: at(name, 1) === '74',
    priorName: prior ? nameOf(prior) : null,
    school: at(findBy(own, 'NM1', 'M8'), 3),
    coverages: coverages.map(readCoverage),
  }
}

const readIdentifier = (name: Segment): Member['identifier'] => {
  const qualifier = at(name, 8)
  return qualifier === '34' || qualifier === 'ZZ' ? { qualifier, value: at(name, 9) } : null
}

const readContact = (own: readonly Segment[]): Pick<Member, 'phone' | 'email'> => {
  const { elements } = findBy(own, 'PER', 'IP')
  const after = (qualifier: string): string => {
    const place = elements.indexOf(qualifier, 2)
    return place === -1 ? '' : (elements[place + 1] ?? '')
  }
  return { phone: after('HP'), email: after('EM') }
}

const readAddress = (own: readonly Segment[]): Member['address'] => {
  const [street, city] = ['N3', 'N4'].map((id) => own.find((one) => one.id === id))
  if (!street || !city) return null
  return {
    line1: at(street, 1),
    line2: at(street, 2),
    city: at(city, 1),
    state: at(city, 2),
    zip: at(city, 3),
    country: at(city, 4),
  }
}

const readCoverage = (loop: readonly Segment[]): MemberCoverage => {
  const hd = loop[0] ?? empty
  const line = (['HLT', 'DEN', 'VIS'] as const).find((one) => one === at(hd, 3))
  if (!line) throw new X12Error('order', `${at(hd, 3)} isn’t an insurance line of this file.`)
  const premium = findBy(loop, 'AMT', 'P3')
  return {
    maintenance: maintenanceOf(at(hd, 1)),
    line,
    plan: at(hd, 4),
    level: at(hd, 5),
    begins: dayOf(loop, '348'),
    ends: dayOf(loop, '349'),
    premium: at(premium, 2) || null,
    policy: at(findBy(loop, 'REF', '1L'), 2) || null,
  }
}
