import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  getInsuranceCompany,
  listInsuranceCompanyHistory,
  updateInsuranceCompany,
} from '#contract/records/insurance-companies/endpoints.ts'
import {
  insuranceCompany,
  insuranceCompanyChange,
  type InsuranceCompany,
} from '#contract/records/insurance-companies/shapes.ts'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { usePartEdit, type EditPart, type PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { companyReads } from './company-reads.ts'
import {
  companyForm,
  editableOf,
  factsIn,
  mergeFields,
  valuesOf,
  type EditableCompany,
  type CompanyValues,
} from './company-values.ts'

const companyPart: EditPart<InsuranceCompany, CompanyValues, EditableCompany> = {
  what: 'this company',
  schema: companyForm,
  fields: mergeFields,
  valuesOf,
  factsOf: editableOf,
  factsIn,
  versionOf: ({ version }) => version,
  readStale: (data) => insuranceCompany.safeParse(data).data ?? null,
}

/** Creates a form for a company. */
export const useCompanyEdit = (company: InsuranceCompany): PartEdit<CompanyValues> =>
  usePartEdit({
    part: {
      ...companyPart,
      readSavedBy: async () =>
        savedByOf(
          await call(listInsuranceCompanyHistory, { params: { id: company.id }, query: latestEntry }),
        ),
    },
    record: company,
    draft: { form: `insurance-company:${company.id}` },
    save: useSaveCompany(company.id),
  })

/** Saves a company over a version, and shows a message with *Undo*. The caller handles failures. */
const useSaveCompany = (id: number) => {
  const client = useQueryClient()
  const offerUndo = useUndo(companyReads, 'company')
  const { send } = useSend(updateInsuranceCompany, { refreshes: companyReads, quiet: true })
  return async (facts: EditableCompany, version: number): Promise<InsuranceCompany> => {
    const body = z.parse(insuranceCompanyChange, { ...facts, version })
    const { reply, changeId } = await send({ params: { id }, body })
    client.setQueryData(keyOf(getInsuranceCompany, { params: { id } }), reply)
    offerUndo({ changeId, title: `${reply.name} saved` })
    return reply
  }
}
