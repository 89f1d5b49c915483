import { buildStudentPeriod } from '#server/student-periods/factory.ts'
import { clientOf, createClient, type TestClient } from './client.ts'
import { buildSchoolWorld, type SchoolWorld } from './school-world.ts'
import { buildPerson, confirmed, type Person } from './sign-in.ts'
import type { TestHouse } from './test-house.ts'

/** A file to send. */
export interface TestFile {
  readonly name: string
  readonly bytes: string
}

export const rosterFile: TestFile = {
  name: 'roster.csv',
  bytes:
    'Student ID,Last Name,First Name,Date of Birth\nA-1,Montoya,Rafael,2001-02-03\nA-2,Raman,,2002-03-04\n',
}

/** A document to send. */
export const textFile: TestFile = { name: 'letter.txt', bytes: 'Coverage continues through July.\n' }

/** A school with somebody in it, those who may see it, and those who may not: what asks are made from. */
export interface AskWorld extends SchoolWorld {
  readonly house: TestHouse
  readonly studentId: number
  readonly studentPeriodId: number
  /** Nobody. */
  readonly guest: TestClient
  /** A school admin of another school. */
  readonly outsider: TestClient
  /** A school admin with a password, just confirmed: for what people do about themselves. */
  member(): Promise<Person>
  /** An import of the roster file, read or applied; answers its id. */
  importRoster(fields?: Record<string, string>): Promise<number>
}

export const buildAskWorld = async (house: TestHouse): Promise<AskWorld> => {
  const [own, other] = [await buildSchoolWorld(house), await buildSchoolWorld(house)]
  const place = { school_id: own.schoolId, period_id: own.periodId }
  const { id, student_id } = await buildStudentPeriod(house.owner, place)
  let member: Promise<Person> | undefined
  const makeMember = async (): Promise<Person> => {
    const person = await buildPerson(house, { school_ids: [own.schoolId] })
    await confirmed(person)
    return person
  }
  return {
    ...own,
    house,
    studentId: student_id,
    studentPeriodId: id,
    guest: createClient(house.app),
    outsider: await clientOf(house, other.registrarId),
    member: () => (member ??= makeMember()),
    importRoster: async (fields = { accept_valid_rows: 'true' }) => {
      const whole = { period_id: String(own.periodId), ...fields }
      const answer = await own.registrar.upload('/api/import/students-from-csv', whole, rosterFile)
      await house.runJobs()
      return answer.body.data.import_id
    },
  }
}
