import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defaultColors, schoolColors } from '#contract/setup/schools/colors.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import { isEmailImage } from '#contract/setup/schools/file-shapes.ts'
import type { Services } from '#server/platform/context.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import type { compileLayout } from '../rules/compile-layout.ts'
import { brandColors, logoWidth, shipmateBrand, type Brand } from '../rules/brand.ts'
import {
  elementStyles,
  layoutSource,
  type ElementStyles,
  escapeForLayout,
  fillLayout,
  readLayout,
  type EmailContent,
  type Layout,
} from '../rules/layout-source.ts'

export type Reading = Pick<Services, 'db' | 'settings'>

/** The school of an email, null for one about an account, and the language it’s written in. */
export interface LayoutChoice {
  readonly school_id: number | null
  readonly language: string
}

interface BrandRow {
  readonly name: string
  readonly logo_url: string | null
  readonly colors: unknown
  readonly media_type: string | null
  readonly width: number | null
  readonly height: number | null
}

/** Returns the look of a school’s emails as it is now. */
const brandOf = async ({ db, settings }: Reading, schoolId: number | null): Promise<Brand> => {
  if (schoolId === null) return shipmateBrand
  // scope: the one school of an email that the caller can see, or that is being sent
  const { rows } = await sql<BrandRow>`
    select schools.name, schools.logo_url, schools.colors, file.media_type, file.width, file.height
    from schools left join school_files file
      on file.school_id = schools.id and schools.logo_url = '/media/' || file.public_name and file.deleted_at is null
    where schools.id = ${schoolId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no school ${schoolId}.`)
  const hasLogo = row.logo_url !== null && row.media_type !== null && isEmailImage(row.media_type)
  return {
    name: row.name,
    isSchool: true,
    logo: hasLogo
      ? { url: `${settings.publicUrl}${row.logo_url}`, width: logoWidth(row.width, row.height) }
      : null,
    colors: brandColors(row.colors === null ? defaultColors : schoolColors.parse(row.colors)),
  }
}

const version = z.parse(
  z.object({ version: z.string() }),
  createRequire(import.meta.url)('mjml/package.json'),
).version

/** A layout, and what it’s found by: the SHA-256 of what it’s made from. */
interface PresentLayout extends Layout {
  readonly hash: Buffer
}

/** The layouts used last, by their hash in hex; about 10 kB each. They never change. */
const kept = new Map<string, Promise<PresentLayout>>()
const mostKept = 200

/**
 * Returns the layout of an email that’s written now. It’s compiled once for each look of a school, in the worker
 * thread, because that takes long. Writes nothing. @throws Problem 503 if the thread is busy
 */
export const presentLayout = async (
  reading: Reading,
  { school_id: schoolId, language }: LayoutChoice,
): Promise<PresentLayout> => {
  const brand = await brandOf(reading, schoolId)
  const parts: LayoutParts = {
    // the column's CHECK holds exactly the contract's languages
    source: layoutSource(brand, language as EmailLanguage),
    styles: elementStyles(brand),
    name: escapeForLayout(brand.name),
    logo: escapeForLayout(brand.logo?.url ?? ''),
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([version, parts]))
    .digest()
  const key = hash.toString('hex')
  const found = kept.get(key)
  if (found) return found
  const made = makeLayout(reading, hash, parts)
  keep(key, made)
  return made
}

const keep = (key: string, layout: Promise<PresentLayout>): void => {
  kept.set(key, layout)
  layout.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}

interface LayoutParts {
  readonly source: string
  readonly styles: ElementStyles
  /** Escaped. */
  readonly name: string
  readonly logo: string
}

const makeLayout = async ({ db }: Reading, hash: Buffer, parts: LayoutParts): Promise<PresentLayout> => {
  const saved = await db
    .selectFrom('email_layouts')
    .select(['html', 'styles'])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (saved) return { hash, ...readLayout(saved) }
  const compiled = await runInThread<typeof compileLayout>(
    { module: new URL('../rules/compile-layout.ts', import.meta.url), name: 'compileLayout' },
    [parts.source],
    new Error('The layout of an email took too long.'),
  )
  const html = compiled.replaceAll('[[name]]', () => parts.name).replaceAll('[[logo]]', () => parts.logo)
  return { hash, html, styles: parts.styles }
}

/** Returns an email as it would be sent now, for a preview or a test. @throws Problem 503 if the thread is busy */
export const renderEmail = async (
  reading: Reading,
  schoolId: number | null,
  { language = 'en', ...content }: EmailContent & { readonly language?: EmailLanguage },
): Promise<string> => fillLayout(await presentLayout(reading, { school_id: schoolId, language }), content)

/** A layout that emails refer to. */
export interface SavedLayout extends Layout {
  readonly id: number
}

/** Returns saved layouts by their IDs. */
export const listLayouts = async (
  { db }: Pick<Reading, 'db'>,
  ids: readonly number[],
): Promise<Map<number, Layout>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('email_layouts')
    .select(['id', 'html', 'styles'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, readLayout(row)]))
}
