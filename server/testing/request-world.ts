import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { clientOf, createClient, type TestClient } from './client.ts'
import { buildSchoolWorld, type SchoolWorld } from './school-world.ts'
import { buildPerson, type Person } from './sign-in.ts'
import type { TestServices } from './test-services.ts'

/** A file of a test request; `bytes` is its content as text. */
export interface TestFile {
  readonly name: string
  readonly bytes: string
}

export const rosterFile: TestFile = {
  name: 'roster.csv',
  bytes:
    'Student ID,Last Name,First Name,Date of Birth\nA-1,Montoya,Rafael,2001-02-03\nA-2,Raman,,2002-03-04\n',
}

/** A roster whose row is rejected for its date. */
export const rejectedRoster: TestFile = {
  ...rosterFile,
  bytes: 'Student ID,Last Name,First Name,Date of Birth\nA-1,Montoya,Rafael,never\n',
}

/** A document to upload. */
export const textFile: TestFile = { name: 'letter.txt', bytes: 'Coverage continues through July.\n' }

/** A school with data, users with access and users without, from which requests are built. */
export interface RequestWorld extends SchoolWorld {
  readonly services: TestServices
  readonly studentId: number
  readonly studentPeriodId: number
  /** A client that isn’t signed in. */
  readonly guest: TestClient
  /** A school admin of another school. */
  readonly outsider: TestClient
  /** A school admin with a recently confirmed password, for calls about their own account. */
  member(): Promise<Person>
  /** Creates an import of the roster file, previewed or applied. Returns its ID. */
  importRoster(fields?: Record<string, string>, file?: TestFile): Promise<number>
}

export const buildRequestWorld = async (services: TestServices): Promise<RequestWorld> => {
  const own = await buildSchoolWorld(services, { isConfirmed: true })
  const other = await buildSchoolWorld(services)
  const place = { school_id: own.schoolId, period_id: own.periodId }
  const { id, student_id } = await buildStudentPeriod(services.owner, place)
  let member: Promise<Person> | undefined
  const makeMember = async (): Promise<Person> => {
    const person = await buildPerson(services, { school_ids: [own.schoolId] })
    const client = await clientOf(services, person.id, { isConfirmed: true })
    return { ...person, client }
  }
  return {
    ...own,
    services,
    studentId: student_id,
    studentPeriodId: id,
    guest: createClient(services.app),
    outsider: other.registrar,
    member: () => (member ??= makeMember()),
    importRoster: async (fields = { accept_valid_rows: 'true' }, file = rosterFile) => {
      const whole = { period_id: String(own.periodId), ...fields }
      const answer = await own.registrar.upload('/api/import/students-from-csv', whole, file)
      await services.runJobs()
      return answer.body.data.import_id
    },
  }
}
