import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Combine, Trash2 } from 'lucide-react'
import { useId } from 'react'
import {
  getInsuranceCompany,
  listInsuranceCompanyHistory,
} from '#contract/records/insurance-companies/endpoints.ts'
import type { InsuranceCompany } from '#contract/records/insurance-companies/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { HistoryButton } from '#client/platform/history/history-sheet.tsx'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { keyOf, useAsk } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { SubmitButton } from '#client/platform/ui/form/form.tsx'
import { UnsavedMark } from '#client/platform/ui/form/unsaved-mark.tsx'
import { CompanyForm } from './company-form.tsx'
import { historyTexts } from './company-text.ts'
import { useCompanyEdit } from './use-company-edit.ts'
import { useMergeDialog } from './use-merge-dialog.ts'
import { useRemoveCompany } from './use-remove-company.ts'

const breadcrumb = [{ key: 'all', link: <Link to="/settings/insurance-companies">Insurance companies</Link> }]

const CompanyScreen = () => {
  const id = Number(Route.useParams().company)
  const company = useAsk(getInsuranceCompany, { params: { id } })
  useRecordChanged('insurance_company', id, () => void company.refetch())
  return (
    <Loaded
      of={company}
      what="The insurance company"
      who="Only Shipmate Admins have access to insurance companies."
      actions={<LinkButton to="/settings/insurance-companies">All insurance companies</LinkButton>}
      rows={10}
      label="Loading insurance company"
      renderInstead={(state) => (
        <>
          <PageHeader title="Insurance company" breadcrumb={breadcrumb} />
          {state}
        </>
      )}
    >
      {(data) => <Company key={data.id} company={data} />}
    </Loaded>
  )
}

const Company = ({ company }: { company: InsuranceCompany }) => {
  const formId = useId()
  const edit = useCompanyEdit(company)
  return (
    <>
      <PageHeader
        title={company.name}
        count={usageText(company)}
        breadcrumb={breadcrumb}
        aside={<UnsavedMark isDirty={edit.isDirty} />}
        actions={
          <>
            <Actions company={company} />
            <div data-focus-group className="contents">
              {edit.isDirty && <Button onClick={edit.form.draft.discard}>Discard</Button>}
              <SubmitButton
                form={edit.form}
                formId={formId}
                disabled={!edit.isDirty}
                className="max-md:order-first"
              >
                Save
              </SubmitButton>
            </div>
          </>
        }
        isCrowded
      />
      <PageBody width="lg">
        <CompanyForm edit={edit} formId={formId} />
      </PageBody>
    </>
  )
}

const usageText = ({ usage }: InsuranceCompany): string =>
  usage === 0 ? 'Not used yet' : `Used by ${formatCount(usage, 'record')}`

const Actions = ({ company }: { company: InsuranceCompany }) => {
  const navigate = useNavigate()
  const merge = useMergeDialog()
  const remove = useRemoveCompany()
  const leave = async () => {
    if (await remove(company)) void navigate({ to: '/settings/insurance-companies' })
  }
  const mergeAway = () =>
    merge(company, {
      onMerged: (intoId) =>
        void navigate({ to: '/settings/insurance-companies/$company', params: { company: String(intoId) } }),
    })
  return (
    <>
      <HistoryButton
        label={company.name}
        historyKey={[...keyOf(listInsuranceCompanyHistory), company.id]}
        read={(query, options) =>
          call(listInsuranceCompanyHistory, { params: { id: company.id }, query }, options)
        }
        who="Only Shipmate Admins have access to the company’s history."
        none="No changes to this insurance company yet."
        words={historyTexts}
      />
      <Button icon={Combine} onClick={mergeAway}>
        Merge…
      </Button>
      <Button icon={Trash2} onClick={() => void leave()}>
        Delete
      </Button>
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/settings/insurance-companies/$company')({
  component: CompanyScreen,
})
