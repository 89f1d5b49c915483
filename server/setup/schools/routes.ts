import { contrastWarnings } from '#contract/setup/schools/contrast.ts'
import type * as endpoints from '#contract/setup/schools/endpoints.ts'
import type { SchoolFile, SchoolFileKind } from '#contract/setup/schools/file-shapes.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import type { TableQuery } from '#contract/platform/table-query.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { listSetUpHistory } from '#server/platform/history/index.ts'
import { pick } from '#server/platform/lib/pick.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { listPeriods, orderPeriods } from '#server/setup/periods/index.ts'
import { storeFile, removeFile } from './commands/change-files.ts'
import { archiveProblem, archiveSchool, restoreSchool } from './commands/archive-school.ts'
import { createSchool, replaceAbout } from './commands/change-school.ts'
import { replaceSiteSettings } from './commands/replace-site-settings.ts'
import {
  presentEmailSettings,
  getSchool,
  listArchived,
  listFiles,
  listSchoolNames,
  lockFile,
} from './queries/single.ts'
import { colorsPart, emailSettingsPart, replacePart } from './commands/replace-part.ts'
import { listFileUses } from './queries/file-uses.ts'
import { readMedia } from './files.ts'
import { colorsOf, presentFile, presentSchool, presentSiteSettings } from './present.ts'
import { listSchools, type UnseenForms } from './queries/list.ts'

const read = async (context: Context, id: number): Promise<School> =>
  presentSchool(await getSchool(context, id))

interface UploadAsk {
  readonly body: { readonly school_id: number; readonly alt?: string | null | undefined }
  readonly file: Upload
}

/** Stores a file of a kind, then saves its row. */
const uploadHandler = (kind: SchoolFileKind) => ({
  prove: async (context: Context, { body, file }: UploadAsk) => {
    const write = await storeFile(context, kind, body, file)
    return async (inside: Context): Promise<SchoolFile> =>
      presentFile(await lockFile(inside, body.school_id, await write(inside)))
  },
})

const listPage = async (context: Context, query: TableQuery, unseen: UnseenForms) => {
  const { rows, total } = await listSchools(context, query, unseen)
  return { data: rows, meta: pageMetaOf(query, total, rows.length) }
}

/** The handlers of a school’s settings. */
const settingsHandlers = {
  replaceSchoolAbout: async (context, { params, body }) => {
    await replaceAbout(context, params.id, body)
    return read(context, params.id)
  },

  replaceSchoolColors: async (context, { params, body }) => {
    await replacePart(context, params.id, colorsPart, body)
    const school = await getSchool(context, params.id)
    return { ...presentSchool(school), warnings: contrastWarnings(colorsOf(school)) }
  },

  getSchoolEmailSettings: async (context, { params }) =>
    presentEmailSettings(await getSchool(context, params.id)),

  replaceSchoolEmailSettings: async (context, { params, body }) => {
    await replacePart(context, params.id, emailSettingsPart, body)
    return presentEmailSettings(await getSchool(context, params.id))
  },

  getSchoolSiteSettings: async (context, { params }) =>
    presentSiteSettings(await getSchool(context, params.id)),

  replaceSchoolSiteSettings: async (context, { params, body }, { request }) => {
    await replaceSiteSettings(context, params.id, body, request.hostname)
    return presentSiteSettings(await getSchool(context, params.id))
  },

  listSchoolHistory: async (context, { params, query }) => {
    const school = await getSchool(context, params.id)
    return listSetUpHistory(context, { type: 'school', id: school.id }, query)
  },
} satisfies Partial<Handlers<typeof endpoints>>

/** The forms that the list counts belong to a higher area, so the application passes them in. */
export const handlersWith = (unseen: UnseenForms): Handlers<typeof endpoints> => ({
  listSchools: (context, { query }) => listPage(context, query, unseen),

  listSchoolsForUsers: (context) => listSchoolNames(context),

  createSchool: async (context, { body }) => read(context, await createSchool(context, body)),

  getSchool: (context, { params }) => read(context, params.id),

  listSchoolPeriods: async (context, { params }) => {
    await getSchool(context, params.id)
    return listPeriods(context, params.id)
  },

  orderPeriods: async (context, { params, body }) => {
    await getSchool(context, params.id)
    await orderPeriods(context, params.id, body.ids)
    return listPeriods(context, params.id)
  },

  ...settingsHandlers,

  archiveSchool: (context, { params }) => archiveSchool(context, params.id),

  checkSchoolArchive: async (context, { params }) => ({ problem: await archiveProblem(context, params.id) }),

  listArchivedSchools: async (context) =>
    (await listArchived(context)).map((school) => pick(school, ['id', 'name', 'archived_at'])),

  restoreSchool: async (context, { params }) => {
    await restoreSchool(context, params.id)
    return read(context, params.id)
  },

  addLogo: uploadHandler('logo'),
  addImage: uploadHandler('image'),
  addSchoolFile: uploadHandler('file'),

  listSchoolFiles: async (context, { params, query }) => {
    await getSchool(context, params.id)
    return (await listFiles(context, params.id, query.kind)).map(presentFile)
  },

  listSchoolFileUses: async (context, { params }) => {
    await getSchool(context, params.id)
    return listFileUses(context, params.id)
  },

  removeSchoolFile: (context, { params }) => removeFile(context, params.id, params.fileId),

  getMedia: (context, { params }) => readMedia(context, params.name),
})
