import { contrastWarnings } from '#contract/setup/schools/contrast.ts'
import type * as endpoints from '#contract/setup/schools/endpoints.ts'
import type { SchoolFile, SchoolFileKind } from '#contract/setup/schools/file-shapes.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { listSetUpHistory } from '#server/platform/history/index.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { listPeriods, orderPeriods } from '#server/setup/periods/index.ts'
import { storeFile } from './commands/add-file.ts'
import { archiveSchool } from './commands/archive-school.ts'
import { createSchool } from './commands/create-school.ts'
import { removeFile } from './commands/remove-file.ts'
import { replaceAbout } from './commands/replace-about.ts'
import { presentEmailSettings } from './email-settings.ts'
import { colorsPart, emailSettingsPart, replacePart } from './commands/replace-part.ts'
import { listFileUses } from './file-uses.ts'
import { readMedia } from './media.ts'
import { colorsOf, presentFile, presentSchool } from './present.ts'
import { listSchools } from './list.ts'
import { getSchool, listFiles, listSchoolNames, lockFile } from './queries.ts'

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

export const handlers: Handlers<typeof endpoints> = {
  listSchools: async (context, { query }) => {
    const { rows, total } = await listSchools(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

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

  listSchoolHistory: async (context, { params, query }) => {
    const school = await getSchool(context, params.id)
    return listSetUpHistory(context, { type: 'school', id: school.id }, query)
  },

  archiveSchool: (context, { params }) => archiveSchool(context, params.id),

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
}
