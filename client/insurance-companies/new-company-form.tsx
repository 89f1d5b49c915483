import { useNavigate } from '@tanstack/react-router'
import { createInsuranceCompany } from '#contract/insurance-companies/endpoints.ts'
import { newInsuranceCompany } from '#contract/insurance-companies/shapes.ts'
import { CreateDialog } from '#client/common/create-dialog.tsx'
import { useUndo } from '#client/common/use-undo.ts'
import { useSend } from '#client/lib/query.ts'
import type { DialogHandle } from '#client/ui/overlays/dialog-host.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.ts'
import { companyReads } from './company-reads.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'

interface Values {
  name: string
  aliases: string[]
  is_electronic: boolean
}
const f = fieldsOf<Values>()
const blank: Values = { name: '', aliases: [], is_electronic: false }

/** The form of a new insurance company: what finds it; the rest is filled in on its own screen. */
export const NewCompanyForm = ({ handle }: { handle: DialogHandle<number> }) => {
  const navigate = useNavigate()
  const offerUndo = useUndo(companyReads, 'company')
  const { send } = useSend(createInsuranceCompany, { refreshes: companyReads, quiet: true })
  const form = useRecordForm<Values, typeof newInsuranceCompany>({
    schema: newInsuranceCompany,
    draft: { form: 'new-insurance-company' },
    defaults: blank,
    onSubmit: async (body) => {
      const { reply, changeId } = await send({ body })
      offerUndo({ changeId, title: `${reply.name} created` })
      handle.close(reply.id)
      void navigate({ to: '/settings/insurance-companies/$company', params: { company: String(reply.id) } })
    },
  })
  return (
    <CreateDialog
      handle={handle}
      form={form}
      title="New insurance company"
      description="Students and staff find it by its name and its other names."
      submitLabel="Create company"
    >
      <f.Words
        name="aliases"
        label="Other names"
        hint="Short names and spellings that people type. Enter after each."
      />
      <f.Checkbox
        name="is_electronic"
        label="Answers electronic checks"
        hint="Eligibility can be asked for without a phone call."
      />
    </CreateDialog>
  )
}
