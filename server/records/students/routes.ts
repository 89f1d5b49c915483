import type * as endpoints from '#contract/records/students/endpoints.ts'
import { selectSchool } from '#server/platform/db/scope.ts'
import { listMissingKinds } from './queries/missing-documents.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { findSchool } from '#server/setup/schools/index.ts'
import { problem } from '#server/platform/problem.ts'
import { mergeStudents } from './commands/merge-students.ts'
import { findSealedSsn, revealSsn } from './commands/reveal-ssn.ts'
import { updateStudent } from './commands/update-student.ts'
import { presentStudent } from './present.ts'
import { countParts } from './queries/count-parts.ts'
import { getStudent, listPolicyYears } from './queries/single.ts'
import { listHeldSsns } from './commands/shared-ssns.ts'
import { searchStudents } from './queries/search.ts'

export const handlers: Handlers<typeof endpoints> = {
  searchStudentsByName: async (context, { query }) => {
    if (query.school_id !== undefined) await selectSchool(context, query.school_id)
    if (query.current_school_id !== undefined)
      await selectSchool(context, query.current_school_id, 'current_school_id')
    return searchStudents(context, query)
  },

  getStudent: async (context, { params }) => {
    const student = await getStudent(context, params.id)
    logView(context, student)
    return presentStudent(student)
  },

  updateStudent: async (context, { params, body }) => {
    await updateStudent(context, params.id, body)
    return presentStudent(await getStudent(context, params.id))
  },

  mergeStudents: async (context, { params, body }) => {
    await mergeStudents(context, params.id, body)
    return presentStudent(await getStudent(context, params.id))
  },

  revealSsn: {
    prove: async (context, { params, body }) => {
      const ssn = await revealSsn(context, body.reason, () => findSealedSsn(context, params.id))
      return () => ({ ssn })
    },
  },

  listHeldSsns: async (context, { params }) => {
    if (!(await findSchool(context, params.id))) throw problem.notFound()
    return listHeldSsns(context, params.id)
  },

  getStudentOverview: async (context, { params }) => {
    const student = await getStudent(context, params.id)
    logView(context, student)
    const [school, years, counts] = await Promise.all([
      findSchool(context, student.school_id),
      listPolicyYears(context, student.id),
      countParts(context, student.id),
    ])
    if (!school) throw problem.notFound()
    const current = years.find(({ period_id }) => period_id === school.latest_period_id)
    return {
      student: presentStudent(student),
      school: { id: school.id, name: school.name },
      current_period_id: school.latest_period_id,
      student_periods: years,
      counts,
      missing_documents: await listMissingKinds(context, student.id, current),
    }
  },
}
