import type { contract } from '#contract/app/contract.ts'
import { insuranceDocuments } from '#contract/setup/period-documents/documents.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import { listSetUpHistory } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { problem } from '#server/platform/problem.ts'
import { fillPeriod } from './commands/fill-period.ts'
import * as commands from './commands/periods.ts'
import { publishDocuments, unpublishedChanges } from './commands/publish-documents.ts'
import { documentHandlers, listPublications } from '#server/setup/period-documents/index.ts'
import { listSectionStates, selectSection } from '#server/setup/website/index.ts'
import { replaceLastYearTexts } from './commands/replace-last-year.ts'
import { readVersion, restorableChanges, restorePublication } from './commands/restore-publication.ts'
import { startLinkCheck } from './jobs.ts'
import { readLatestLinkCheck } from './queries/links.ts'
import { presentAbout } from './present.ts'
import { readAbout, readPeriod } from './queries/periods.ts'
import { compareSetUp } from './queries/comparison.ts'
import { listStaleTexts } from './queries/last-year.ts'
import { listChecks } from './queries/set-up.ts'
import { readFullPeriod } from './queries/full-period.ts'

const get = async (context: Context, id: number) => {
  const period = await readPeriod(context, id)
  if (!period) throw problem.notFound()
  return period
}

export const handlers: Handlers<typeof contract.periods> = {
  createPeriod: async (context, { body }) => get(context, await commands.createPeriod(context, body)),

  getPeriod: (context, { params }) => readFullPeriod(context, params.id),

  getPeriodAbout: async (context, { params }) => presentAbout(await readAbout(context, params.id)),

  replacePeriodAbout: async (context, { params, body }) => {
    await commands.replaceAbout(context, params.id, body)
    return presentAbout(await readAbout(context, params.id))
  },

  removePeriod: (context, { params }) => commands.removePeriod(context, params.id),

  fillPeriod: async (context, { params, body }) => ({
    filled: await fillPeriod(context, params.id, body.copy_from_period_id),
  }),

  listPeriodHistory: async (context, { params, query }) => {
    const period = await getPeriod(context, params.id)
    return listSetUpHistory(context, { type: 'period', id: period.id }, query)
  },

  startLinkCheck: async (context, { params }) => {
    await startLinkCheck(context, params.id)
    const started = await readLatestLinkCheck(context, params.id)
    if (!started) throw problem.notFound()
    return started
  },

  getLatestLinkCheck: (context, { params }) => readLatestLinkCheck(context, params.id),

  getPeriodChecks: (context, { params }) => listChecks(context, params.id),

  comparePeriods: (context, { params, query }) => compareSetUp(context, params.id, query.with),

  listLastYearTexts: async (context, { params }) => {
    const { source, texts } = await listStaleTexts(context, await getPeriod(context, params.id))
    return {
      copied_from: source,
      texts: texts.map(({ document, label, path, version, mentions }) => ({
        document,
        label,
        path,
        version,
        mentions,
      })),
    }
  },

  replaceLastYearTexts: async (context, { params, body }) => ({
    replaced: await replaceLastYearTexts(context, params.id, body.texts),
  }),

  listPeriodDocuments: (context, { params }) => listSectionStates(context, params.id),

  listUnpublishedChanges: (context, { params, query }) => unpublishedChanges(context, params.id, query.kind),

  listPublications: async (context, { params, query }) => {
    const period = await getPeriod(context, params.id)
    const { document } = await selectSection(context, period.id, query.kind)
    const all = await listPublications(context, period.id, document.kind)
    return all.map(({ kind: _asked, ...publication }) => publication)
  },

  getPublication: (context, { params, query }) => readVersion(context, params.id, query),

  listRestorableChanges: (context, { params, query }) => restorableChanges(context, params.id, query),

  restorePublication: async (context, { params, body }) => {
    await restorePublication(context, params.id, body)
    return listSectionStates(context, params.id)
  },

  publishDocuments: async (context, { params, body }) => {
    await publishDocuments(context, params.id, body.documents, body.reason)
    return listSectionStates(context, params.id)
  },

  ...documentHandlers(insuranceDocuments),
}
