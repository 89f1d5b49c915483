import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { getInsuranceCompany, updateInsuranceCompany } from '#contract/insurance-companies/endpoints.ts'
import {
  insuranceCompany,
  insuranceCompanyChange,
  type InsuranceCompany,
} from '#contract/insurance-companies/shapes.ts'
import { MergeDialog } from '#client/common/merge-dialog.tsx'
import { useUndo } from '#client/common/use-undo.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { keyOf, useSend } from '#client/lib/query.ts'
import { beginAgain } from '#client/ui/form/begin-again.ts'
import { useDirtyGuard } from '#client/ui/form/dirty-guard.ts'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/ui/form/use-record-form.ts'
import { companyReads } from './company-reads.ts'
import { factsOf, mergeFields, valuesOf, type CompanyFacts, type CompanyValues } from './company-values.ts'

interface CompanyEditOptions {
  /** The company as it was read when the form was opened. */
  readonly company: InsuranceCompany
  /** As it is by now: an undo, or somebody else, may have changed it. */
  readonly latest: InsuranceCompany
  /** Nothing is left to lose: the form may begin with what is by now. */
  readonly onFresh: (company: InsuranceCompany) => void
}

/** What is wanted here, and the company as somebody saved it meanwhile. */
interface Conflict {
  readonly mine: CompanyFacts
  readonly theirs: InsuranceCompany
}

type CompanyRecordForm = RecordForm<CompanyValues>

/**
 * The form over a company: saves over the version that was read, warns before it is left, keeps a draft, and where
 * somebody saved meanwhile lets the person choose field by field.
 */
export const useCompanyEdit = ({ company, latest, onFresh }: CompanyEditOptions) => {
  const save = useSave(company)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form: CompanyRecordForm = useRecordForm<CompanyValues, typeof insuranceCompanyChange>({
    schema: insuranceCompanyChange,
    defaults: valuesOf(company),
    extra: { version: company.version },
    draft: { form: `insurance-company:${company.id}`, version: company.version },
    onSubmit: async (body) => {
      const submitted = structuredClone(form.methods.getValues())
      // as the server reads it: phone numbers in one spelling
      const facts = z.parse(insuranceCompanyChange, body)
      try {
        const saved = await save(facts, company.version)
        return beginAgain(form.methods, submitted, valuesOf(saved)) ? null : keepsDraft
      } catch (error) {
        const theirs = theirsIn(error)
        setConflict({ mine: mineOf(company, facts), theirs })
        return keepsDraft
      }
    },
  })
  const isDirty = useDirtyGuard(form)
  useEffect(() => {
    if (!isDirty && latest.version !== company.version) onFresh(latest)
  }, [isDirty, latest, company.version, onFresh])
  const onChosen = async (mine: CompanyFacts, version: number): Promise<void> => {
    try {
      const saved = await save(mine, version)
      form.draft.settle()
      setConflict(null)
      form.methods.reset(valuesOf(saved))
    } catch (error) {
      const theirs = theirsIn(error)
      setConflict({ mine, theirs })
    }
  }
  const choice = conflict && (
    <MergeDialog<CompanyFacts>
      // a record that changed once more is another choice
      key={conflict.theirs.version}
      dialog={{ open: true, onClose: () => setConflict(null) }}
      what="this company"
      fields={mergeFields}
      base={factsOf(company)}
      mine={conflict.mine}
      theirs={factsOf(conflict.theirs)}
      onSave={(facts) => onChosen(facts, conflict.theirs.version)}
    />
  )
  return { form, isDirty, choice }
}

/** The company as somebody saved it meanwhile; any other failure is not ours. */
const theirsIn = (error: unknown): InsuranceCompany => {
  const isStale = error instanceof ApiError && error.kind === 'stale'
  const theirs = isStale ? insuranceCompany.safeParse(error.data).data : undefined
  if (!theirs) throw error
  return theirs
}

/** The company as it is wanted here. */
const mineOf = (company: InsuranceCompany, wanted: object): CompanyFacts => {
  const facts = factsOf(company)
  // of the body only the fields of a company, all of which the form holds
  return { ...facts, ...pick(wanted, Object.keys(facts)) }
}

const pick = (from: object, names: readonly string[]): Partial<CompanyFacts> =>
  Object.fromEntries(
    Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined),
  )

/** Saves a company over a version, and tells it with *Undo*. Failures are the caller's. */
const useSave = ({ id }: Pick<InsuranceCompany, 'id'>) => {
  const client = useQueryClient()
  const offerUndo = useUndo(companyReads, 'company')
  const { send } = useSend(updateInsuranceCompany, { refreshes: companyReads, quiet: true })
  return async (facts: object, version: number): Promise<InsuranceCompany> => {
    const body = z.parse(insuranceCompanyChange, { ...facts, version })
    const { reply, changeId } = await send({ params: { id }, body })
    client.setQueryData(keyOf(getInsuranceCompany, { params: { id } }), reply)
    offerUndo({ changeId, title: `${reply.name} saved` })
    return reply
  }
}
