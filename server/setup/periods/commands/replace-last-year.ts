import * as z from 'zod/mini'
import type { replaceLastYearTexts as replaceCall } from '#contract/setup/periods/last-year.ts'
import { pageTexts } from '#contract/setup/website/custom-pages.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { readDocument, selectKind } from '#server/setup/period-documents/index.ts'
import { writeSetup, type SetupWrite } from '#server/setup/website/index.ts'
import { listStaleTexts, type StaleText } from '../queries/last-year.ts'
import { withValues } from '../rules/last-year.ts'

type Asked = z.output<typeof replaceCall.body>['texts'][number]

/**
 * Moves the years in some texts of a copied setup to its own year, as one change. Returns how many texts changed.
 * @throws Problem 404; 409 if one of the texts isn’t what the user has read
 */
export const replaceLastYearTexts = async (
  context: Context,
  periodId: number,
  asked: readonly Asked[],
): Promise<number> => {
  const period = await lockPeriod(context, periodId)
  const { texts } = await listStaleTexts(context, period)
  const chosen = asked.map((one) => texts.find((text) => isSame(text, one)))
  const found = chosen.filter((text) => text !== undefined)
  if (found.length < asked.length) throw problem.stale(null, 'Someone else changed one of these texts.')
  const groups = Map.groupBy(found, ({ document, page }) => `${document} ${page?.id ?? ''}`)
  const writes: SetupWrite[] = []
  for (const group of groups.values()) writes.push(await writeOf(context, period.id, group))
  await writeSetup(context, period, writes)
  return found.length
}

const isSame = (text: StaleText, { document, path, version }: Asked): boolean =>
  text.document === document && text.path === path && text.version === version

const writeOf = async (
  context: Context,
  periodId: number,
  texts: readonly StaleText[],
): Promise<SetupWrite> => {
  const values = new Map(texts.map(({ field, after }) => [field, after]))
  const [first] = texts
  if (first?.page) {
    const { title, body, es } = first.page
    return { page: first.page, content: z.parse(pageTexts, withValues({ title, body, es }, values)) }
  }
  const document = selectKind(first?.document ?? '')
  const { version: _version, ...content } = await readDocument(context, periodId, document)
  return { document, content: z.parse(document.content, withValues(content, values)) }
}
