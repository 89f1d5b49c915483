import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  getInsuranceCompany,
  listInsuranceCompanyHistory,
  updateInsuranceCompany,
} from '#contract/insurance-companies/endpoints.ts'
import {
  insuranceCompany,
  insuranceCompanyChange,
  type InsuranceCompany,
} from '#contract/insurance-companies/shapes.ts'
import { latestEntry, savedByOf } from '#client/common/last-saved.ts'
import { usePartEdit, type EditPart, type PartEdit } from '#client/common/use-part-edit.tsx'
import { useUndo } from '#client/common/use-undo.ts'
import { call } from '#client/lib/call.ts'
import { keyOf, useSend } from '#client/lib/query.ts'
import { companyReads } from './company-reads.ts'
import { factsOf, mergeFields, valuesOf, type CompanyFacts, type CompanyValues } from './company-values.ts'

const companyPart: EditPart<InsuranceCompany, CompanyValues, CompanyFacts> = {
  what: 'this company',
  schema: insuranceCompanyChange,
  fields: mergeFields,
  valuesOf,
  factsOf,
  factsIn: (body, read) => {
    // as the server reads it: phone numbers in one spelling
    const { version: _version, ...typed } = z.parse(insuranceCompanyChange, body)
    const present = Object.entries(typed).filter(([, value]) => value !== undefined)
    return { ...factsOf(read), ...Object.fromEntries(present) }
  },
  versionOf: ({ version }) => version,
  readStale: (data) => insuranceCompany.safeParse(data).data ?? null,
}

/** A form over a company. */
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

/** Saves a company over a version, and tells it with *Undo*. Failures are the caller's. */
const useSaveCompany = (id: number) => {
  const client = useQueryClient()
  const offerUndo = useUndo(companyReads, 'company')
  const { send } = useSend(updateInsuranceCompany, { refreshes: companyReads, quiet: true })
  return async (facts: CompanyFacts, version: number): Promise<InsuranceCompany> => {
    const body = z.parse(insuranceCompanyChange, { ...facts, version })
    const { reply, changeId } = await send({ params: { id }, body })
    client.setQueryData(keyOf(getInsuranceCompany, { params: { id } }), reply)
    offerUndo({ changeId, title: `${reply.name} saved` })
    return reply
  }
}
