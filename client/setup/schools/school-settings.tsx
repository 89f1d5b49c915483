import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getSchool, listSchoolHistory } from '#contract/setup/schools/endpoints.ts'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useAsk } from '#client/platform/lib/query.ts'
import { PageHeader, type PageHeaderProps } from '#client/platform/ui/text/page-header.tsx'
import { TabLinks } from '#client/platform/ui/text/tabs.tsx'
import { HistoryButton } from '#client/platform/history/history-sheet.tsx'
import { schoolWords } from './school-text.ts'
import { settingsTabs } from './settings-tabs.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

interface SchoolSettingsProps extends Pick<PageHeaderProps, 'count' | 'aside' | 'actions'> {
  schoolId: number
  title: string
  children: ReactNode
}

/** Renders a screen of a school's settings: the school, and tabs to the other screens. */
export const SchoolSettings = ({ schoolId, children, actions, ...header }: SchoolSettingsProps) => {
  const { data: school } = useAsk(getSchool, { params: { id: schoolId } })
  const params = { id: String(schoolId) }
  return (
    <>
      <PageHeader
        {...header}
        actions={
          <>
            <div className="flex max-md:order-last">
              <SchoolHistory schoolId={schoolId} name={school?.name ?? 'school'} />
            </div>
            {actions}
          </>
        }
        breadcrumb={[
          { key: 'schools', link: <Link to="/">Schools</Link> },
          ...(school ? [{ key: 'school', link: <Truncate className="px-0.5">{school.name}</Truncate> }] : []),
        ]}
      />
      <div className="border-b border-line px-3 py-1.5">
        <TabLinks
          label="School settings"
          links={settingsTabs.map(([part, label]) => ({
            // the parts are those of the routes
            to: `/schools/$id/settings${part}` as '/schools/$id/settings',
            params,
            label,
            exact: part === '',
          }))}
        />
      </div>
      {children}
    </>
  )
}

const SchoolHistory = ({ schoolId, name }: { schoolId: number; name: string }) => (
  <HistoryButton
    label={name}
    historyKey={[...keyOf(listSchoolHistory), schoolId]}
    read={(query, options) => call(listSchoolHistory, { params: { id: schoolId }, query }, options)}
    who="Only Shipmate Admins have access to the school’s history."
    none="No changes to this school yet."
    words={schoolWords}
  />
)
