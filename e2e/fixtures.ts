import { randomBytes } from 'node:crypto'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/db/database.ts'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { buildPeriod } from '#server/setup/periods/factory.ts'
import { buildSchool } from '#server/setup/schools/factory.ts'
import { buildStudentPeriod } from '#server/records/student-periods/factory.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { connectDatabase } from './database.ts'

/** The user a test signs in as. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly password: string
}

/** A school of the test's own, which no other test can change. */
export interface World {
  readonly db: Database
  readonly schoolId: number
  readonly periodId: number
  readonly schoolName: string
  readonly admin: Person
  readonly registrar: Person
  readonly listPath: string
  /** Adds students; returns the student-periods' IDs. */
  addStudents(rows: readonly object[]): Promise<number[]>
  /** Returns the student ID of a student-period, for the URLs of a record. */
  studentOf(id: number): Promise<number>
}

const password = 'correct horse battery staple'

export const buildPerson = async (
  db: Database,
  permission: 'shipmate_admin' | 'school_admin',
  schoolIds: number[],
  values: Partial<Parameters<typeof buildUser>[1]> = {},
): Promise<Person> => {
  const email = `${permission}-${randomBytes(5).toString('hex')}@staff.example`
  const id = await buildUser(db, {
    email,
    password,
    permission,
    school_ids: schoolIds,
    first_name: 'Robin',
    last_name: 'Reyes',
    ...values,
  })
  return { id, email, password }
}

const buildWorld = async (db: Database): Promise<World> => {
  const schoolName = `Journey College ${randomBytes(4).toString('hex')}`
  const schoolId = await buildSchool(db, { name: schoolName })
  const periodId = await buildPeriod(db, { school_id: schoolId, name: '2026–27' })
  return {
    db,
    schoolId,
    periodId,
    schoolName,
    admin: await buildPerson(db, 'shipmate_admin', []),
    registrar: await buildPerson(db, 'school_admin', [schoolId]),
    listPath: `/schools/${schoolId}/period/${periodId}`,
    addStudents: async (rows) => {
      const ids: number[] = []
      for (const row of rows) {
        const { id } = await buildStudentPeriod(db, { school_id: schoolId, period_id: periodId, ...row })
        ids.push(id)
      }
      return ids
    },
    studentOf: async (id) => {
      const { student_id } = await db
        .selectFrom('student_periods')
        .select('student_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return student_id
    },
  }
}

/**
 * Opens a session without the sign-in form, for tests that aren't about signing in. The page is left first: the calls
 * it has under way as another user would be refused.
 */
export const signIn = async (
  page: Page,
  { db }: Pick<World, 'db'>,
  person: Pick<Person, 'id'>,
): Promise<void> => {
  const token = newToken()
  const now = new Date()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: person.id,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 3_600_000).toISOString(),
    })
    .execute()
  const url = base.info().project.use.baseURL ?? ''
  await page.goto('about:blank')
  await page.context().addCookies([{ name: 'shipmate_session', value: token, url, httpOnly: true }])
}

/** Chooses the best match for a text in a combobox. */
export const chooseOption = async (combobox: Locator, text: string): Promise<void> => {
  await combobox.fill(text)
  await combobox.press('Enter')
}

/** Confirms the password in the dialog that asks for it. */
export const confirmPassword = async (page: Page, person: Pick<Person, 'password'>): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

/**
 * Waits until a row with a text is marked as just changed. The mark stays for 1.8 seconds: started before the change,
 * it looks at every frame, and a busy machine can't miss it.
 */
export const seeMarked = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[role=row]')].some(
        (row) =>
          row.textContent.includes(wanted) &&
          [...row.querySelectorAll('.flash')].some((mark) => mark.checkVisibility() && mark.clientWidth > 0),
      ),
    text,
    { timeout: 20_000 },
  )

/** The browser logs 4xx responses, which a guest's first call and expected errors cause. */
const isExpected = (text: string): boolean =>
  /status of (401|403|404|409|419|422|423|429)|^ApiError: (Too many sign-in attempts|Confirm your password to continue|Someone else changed this record)/.test(
    text,
  )

export const test = base.extend<{ db: Database; world: World; quiet: void }>({
  db: async ({}, use) => {
    const { dataDir } = z.parse(z.object({ dataDir: z.string() }), base.info().project.metadata)
    const { db, close } = connectDatabase(dataDir)
    await use(db)
    await close()
  },
  world: async ({ db }, use) => use(await buildWorld(db)),
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text())) errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use()
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** A page on which the browser may log what the content security policy blocks, or that it's offline. */
export const walled = test.extend({ quiet: async ({}, use) => use() })

export { expect }
