import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { emailsTo } from './account-emails.ts'
import { createClient, type TestAnswer, type TestClient } from './client.ts'
import type { SchoolWorld } from './school-world.ts'
import type { TestServices } from './test-services.ts'

/** A student on the roster of a policy year, with a browser. */
export interface SiteStudent {
  readonly id: number
  readonly student_id: number
  readonly sid: string
  readonly dob: string
  readonly email: string
  readonly client: TestClient
}

type SiteWorld = Pick<SchoolWorld, 'admin' | 'periodId'>

/** Saves and publishes settings of the site of a test’s policy year. */
export const publishSettings = async (
  { admin, periodId }: SiteWorld,
  change: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const [kind, base] = ['website-configuration', `/api/periods/${periodId}`]
  const present = (await admin.get(`${base}/${kind}`)).body.data
  const { version } = (await admin.put(`${base}/${kind}`, { ...present, ...change })).body.data
  const { status } = await admin.post(`${base}/publications`, { documents: [{ kind, version }] })
  if (status >= 300) throw new Error(`The settings weren’t published: ${status}`)
}

/** Opens the site of a test’s policy year to students, in both languages, or closes it. */
export const openSite = (world: SiteWorld, isOpen = true): Promise<void> =>
  publishSettings(world, { is_live: isOpen, languages: ['en', 'es'] })

let made = 0

/** Adds a student to the roster of a test’s policy year. */
export const buildSiteStudent = async (
  services: TestServices,
  { schoolId, periodId }: Pick<SchoolWorld, 'schoolId' | 'periodId'>,
  { student = {}, ...values }: { readonly student?: object } & Readonly<Record<string, unknown>> = {},
): Promise<SiteStudent> => {
  made += 1
  const known = { sid: `SITE-${made}`, dob: '2002-06-07' }
  const email = `site${made}@university.example`
  const { id, student_id } = await buildStudentPeriod(services.owner, {
    school_id: schoolId,
    period_id: periodId,
    academic_status: 'continuing',
    ...values,
    student: { ...known, first_name: 'Maya', last_name: 'Thompson', university_email: email, ...student },
  })
  return { id, student_id, ...known, email, client: createClient(services.app) }
}

/** The calls of one policy year’s student site. */
export const siteOf = (services: TestServices, { periodId }: Pick<SchoolWorld, 'periodId'>) => {
  const path = `/api/public/periods/${periodId}`
  const ask = (
    { sid, dob }: Pick<SiteStudent, 'sid' | 'dob'>,
    client = createClient(services.app),
  ): Promise<TestAnswer> => client.post(`${path}/status-codes`, { sid, dob })
  const open = (client: TestClient, body: object): Promise<TestAnswer> =>
    client.post(`${path}/status-sessions`, body)
  /** Returns the digits that were emailed last to an address. */
  const digitsFor = async (email: string): Promise<string> =>
    (await emailsTo(services, email))
      .flatMap(({ kind, text }) => (kind === 'status_code' ? (/\d{3} \d{3}/.exec(text) ?? []) : []))
      .at(-1)
      ?.replace(' ', '') ?? ''
  const answer = async ({ sid, dob, email, client }: SiteStudent, code?: string): Promise<TestAnswer> =>
    open(client, { sid, dob, code: code ?? (await digitsFor(email)) })
  const enter = async (student: SiteStudent): Promise<TestClient> => {
    await ask(student)
    const { status } = await answer(student)
    if (status !== 201) throw new Error(`The session wasn’t opened: ${status}`)
    return student.client
  }
  return { ask, open, digitsFor, answer, enter }
}
