import { sql } from 'kysely'
import * as z from 'zod/mini'
import { textsOf } from '#contract/mail/email-templates/check.ts'
import {
  templateContent,
  type EmailText,
  type SchoolTemplate,
  type TemplateContent,
} from '#contract/mail/email-templates/shapes.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import {
  templateKindNames,
  type EmailLanguage,
  type TemplateKindName,
} from '#contract/setup/schools/email-kinds.ts'
import { textOfHtml } from '#server/mail/email-delivery/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { readDocument } from '#server/setup/period-documents/index.ts'
import { currentPeriodId } from '#server/setup/periods/index.ts'
import { defaultContent } from '../rules/default-texts.ts'
import { prepareText, type PreparedText } from '../rules/merge.ts'

const kindName = z.enum(templateKindNames)

/** Parses the kind of a row, which the database has as text. */
export const kindOf = ({ kind }: { readonly kind: string }): TemplateKindName => kindName.parse(kind)

/** Returns the content in a row, or what applies without one. */
export const contentOf = (kind: TemplateKindName, ...stored: readonly unknown[]): TemplateContent => {
  const own = stored.find((content) => content !== null)
  return own === undefined ? defaultContent(kind) : templateContent.parse(own)
}

const editor = sql<{ id: number; name: string } | null>`(
  select json_build_object('id', editor.id, 'name', editor.first_name || ' ' || editor.last_name)
  from users editor where editor.id = email_templates.updated_by)`

const selectTemplates = (context: ScopeContext) =>
  scope
    .emailTemplates(context)
    .leftJoin('schools', 'schools.id', 'email_templates.school_id')
    .selectAll('email_templates')
    .select([
      editor.as('editor'),
      // scope: the text of all schools, which everyone’s emails use
      sql<unknown>`(select shared.content from email_templates shared
        where shared.school_id is null and shared.kind = email_templates.kind)`.as('shared'),
      sql<string[] | null>`schools.email_settings->'kinds_off'`.as('kinds_off'),
    ])

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof selectTemplates>['executeTakeFirstOrThrow']>>

/** The order of the contract, which rows of kinds that were added later don’t have. */
const inOrder = sql`array_position(${[...templateKindNames]}::text[], email_templates.kind)`

/** Returns the texts that apply to schools without their own, one for each kind. */
export const listGlobal = (context: ScopeContext): Promise<TemplateRow[]> =>
  selectTemplates(context).where('email_templates.school_id', 'is', null).orderBy(inOrder).execute()

/** Returns a school’s rows, one for each kind that schools can change, also where the global text applies. */
export const listOfSchool = (context: ScopeContext, schoolId: number): Promise<TemplateRow[]> =>
  selectTemplates(context).where('email_templates.school_id', '=', schoolId).orderBy(inOrder).execute()

/** Returns a template of all schools or of one. */
export const findTemplate = (context: ScopeContext, id: number): Promise<TemplateRow | undefined> =>
  selectTemplates(context).where('email_templates.id', '=', id).executeTakeFirst()

/** Returns a template of all schools (`isGlobal`) or of one. @throws Problem 404 */
export const getTemplate = async (
  context: ScopeContext,
  id: number,
  isGlobal: boolean,
): Promise<TemplateRow> => {
  const row = await findTemplate(context, id)
  if (!row || (row.school_id === null) !== isGlobal) throw problem.notFound()
  return row
}

/** Returns a template and locks its row until the end of the transaction. @throws Problem 404 */
export const lockTemplate = async (
  context: ScopeContext,
  id: number,
  isGlobal: boolean,
): Promise<TemplateRow> => {
  await scope
    .emailTemplates(context)
    .select('email_templates.id')
    .where('email_templates.id', '=', id)
    .forUpdate()
    .execute()
  return getTemplate(context, id, isGlobal)
}

/** Returns the text that applies to a kind of email: a school’s own, the global one, or the default. */
const findContent = async (
  context: ScopeContext,
  kind: TemplateKindName,
  schoolId: number | null,
): Promise<TemplateContent> => {
  const rows = await scope
    .emailTemplates(context)
    .select(['email_templates.school_id', 'email_templates.content'])
    .where('email_templates.kind', '=', kind)
    .where((where) =>
      where.or([
        where('email_templates.school_id', 'is', null),
        ...(schoolId === null ? [] : [where('email_templates.school_id', '=', schoolId)]),
      ]),
    )
    .orderBy(sql`email_templates.school_id nulls last`)
    .execute()
  return contentOf(kind, ...rows.map(({ content }) => content))
}

/** Returns the schools that have their own text, by kind. */
export const listOverriding = async (
  context: ScopeContext,
): Promise<Map<string, { id: number; name: string }[]>> => {
  const rows = await scope
    .emailTemplates(context)
    .innerJoin('schools', 'schools.id', 'email_templates.school_id')
    .select(['email_templates.kind', 'schools.id', 'schools.name'])
    .where('email_templates.content', 'is not', null)
    .where('schools.archived_at', 'is', null)
    .orderBy('schools.name')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, schools]) => [
      kind,
      schools.map(({ id, name }) => ({ id, name })),
    ]),
  )
}

/** Returns the languages of the school’s current policy year, in which its emails need a text. */
export const languagesOf = async (
  context: Context,
  schoolId: number,
): Promise<SchoolTemplate['languages']> => {
  const { period } = await scope
    .schools(context)
    .select(currentPeriodId(context.clock, sql.ref('schools.id')).as('period'))
    .where('schools.id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return period === null ? ['en'] : (await readDocument(context, period, websiteConfiguration)).languages
}

/** Prepares a text for merging, with its plain-text part. */
export const prepareEmail = async (kind: TemplateKindName | null, text: EmailText): Promise<PreparedText> =>
  prepareText(kind, text, text.text ?? (await textOfHtml(text.html)))

/** A text in the languages that it’s written in. */
export type PreparedTexts = ReadonlyMap<EmailLanguage, PreparedText>

/** Prepares the text that applies to a kind of email at a school, in each language that it has. */
export const prepareTemplate = async (
  context: ScopeContext,
  kind: TemplateKindName,
  schoolId: number,
): Promise<PreparedTexts> => {
  const prepared = new Map<EmailLanguage, PreparedText>()
  for (const [language, text] of textsOf(await findContent(context, kind, schoolId)))
    prepared.set(language, await prepareEmail(kind, text))
  return prepared
}

/** Prepares the text that applies to a kind of email in a language, or in English if it has none in that one. */
export const prepareTranslation = async (
  context: ScopeContext,
  kind: TemplateKindName,
  schoolId: number,
  language: EmailLanguage,
): Promise<{ readonly prepared: PreparedText; readonly language: EmailLanguage }> => {
  const content = await findContent(context, kind, schoolId)
  const translated = language === 'en' ? undefined : content.translations[language]
  return translated
    ? { prepared: await prepareEmail(kind, translated), language }
    : { prepared: await prepareEmail(kind, content), language: 'en' }
}

/** Prepares the text of an email about an account. It’s the same for every school. */
export const prepareAccountEmail = async (db: Database, kind: TemplateKindName): Promise<PreparedText> => {
  const ofNoSchool: ScopeContext = { db, caller: { permission: 'school_admin', school_ids: [] } }
  return prepareEmail(kind, await findContent(ofNoSchool, kind, null))
}
