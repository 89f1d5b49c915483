import type * as endpoints from '#contract/records/documents/endpoints.ts'
import type { StudentFile } from '#contract/records/documents/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { getStudent, selectStudent } from '#server/records/students/index.ts'
import { storeFile } from './commands/add-file.ts'
import { removeFile, restoreFile, updateFile } from './commands/change-file.ts'
import { presentFile } from './present.ts'
import { getAnyFile, listFilesOf } from './queries.ts'
import { downloadOptions, readFile } from './files.ts'

const read = async (context: Context, id: number): Promise<StudentFile> => {
  const file = await getAnyFile(context, id)
  return presentFile(file, await listFilesOf(context, file.student_id))
}

export const handlers: Handlers<typeof endpoints> = {
  listFiles: async (context, { params, query }) => {
    const student = await getStudent(context, params.id)
    logView(context, student, { detail: 'documents' })
    const all = await listFilesOf(context, student.id)
    const wanted = query.removed === 'true'
    return all
      .filter(({ replaced_by_id, deleted_at }) => replaced_by_id === null && (deleted_at !== null) === wanted)
      .map((file) => presentFile(file, all))
  },

  addFile: {
    prove: async (context, { params, body, file }) => {
      const write = await storeFile(context, await getStudent(context, params.id), body, file)
      return async (inside) => read(inside, await write(inside))
    },
  },

  addFileTo: {
    prove: async (context, { body: { student_id, ...ask }, file }) => {
      const write = await storeFile(context, await selectStudent(context, student_id), ask, file)
      return async (inside) => read(inside, await write(inside))
    },
  },

  getFile: (context, { params, query }, { request }) =>
    readFile(context, params.id, downloadOptions(query, request.headers)),

  updateFile: async (context, { params, body }) => {
    await updateFile(context, params.id, body)
    return read(context, params.id)
  },

  removeFile: (context, { params }) => removeFile(context, params.id),

  restoreFile: async (context, { params }) => {
    await restoreFile(context, params.id)
    return read(context, params.id)
  },
}
