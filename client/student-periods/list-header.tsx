import { Upload, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { getSchool, listSchoolPeriods } from '#contract/schools/endpoints.ts'
import { AddStudentDialog } from '#client/common/add-student-dialog.tsx'
import { formatNumber } from '#client/lib/format.ts'
import { useAsk } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import { useDialogHost } from '#client/ui/dialog-host.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'

export interface ListPlace {
  schoolId: number
  periodId: number
}

/** Where the list is, how many are in it, and how to bring in more; `more` are further acts. */
export const ListHeader = ({
  schoolId,
  periodId,
  total,
  more,
  children,
}: ListPlace & { total: number | undefined; more: ReactNode; children: ReactNode }) => {
  const openDialog = useDialogHost()
  const school = useAsk(getSchool, { params: { id: schoolId } }, { staleTime: 300_000 })
  const periods = useAsk(listSchoolPeriods, { params: { id: schoolId } }, { staleTime: 60_000 })
  const period = periods.data?.find(({ id }) => id === periodId)
  return (
    <PageHeader
      title="Students"
      documentTitle={period ? `Students ${period.name}` : 'Students'}
      count={total === undefined ? undefined : formatNumber(total)}
      breadcrumb={[
        { key: 'school', link: <span className="truncate">{school.data?.name ?? ''}</span> },
        { key: 'period', link: <span className="truncate">{period?.name ?? ''}</span> },
      ]}
      aside={children}
      isCrowded
      actions={
        <>
          {more}
          <LinkButton
            to="/schools/$school/period/$period/import"
            params={{ school: String(schoolId), period: String(periodId) }}
            icon={Upload}
          >
            Import
          </LinkButton>
          <Button
            variant="primary"
            icon={UserPlus}
            onClick={() => openDialog(AddStudentDialog, { props: { schoolId, periodId } })}
          >
            Add student
          </Button>
        </>
      }
    />
  )
}
