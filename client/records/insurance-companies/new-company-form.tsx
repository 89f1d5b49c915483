import { useNavigate } from '@tanstack/react-router'
import { createInsuranceCompany } from '#contract/records/insurance-companies/endpoints.ts'
import { newInsuranceCompany } from '#contract/records/insurance-companies/shapes.ts'
import { CreateDialog } from '#client/platform/ui/form/create-dialog.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useSend } from '#client/platform/lib/query.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { companyReads } from './company-reads.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'

interface Values {
  name: string
  aliases: string[]
  is_electronic: boolean
}
const f = fieldsOf<Values>()
const blank: Values = { name: '', aliases: [], is_electronic: false }

/** Renders the form of a new insurance company with its names; other details are entered on its own screen. */
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
      description="Students and staff can find it by any of its names."
      submitLabel="Create company"
    >
      <f.Words
        name="aliases"
        label="Other names"
        hint="Short names and common spellings. Press Enter after each."
      />
      <f.Checkbox
        name="is_electronic"
        label="Supports electronic eligibility checks"
        hint="Staff don’t need to call to verify coverage."
      />
    </CreateDialog>
  )
}
