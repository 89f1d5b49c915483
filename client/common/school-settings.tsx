import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getSchool } from '#contract/schools/endpoints.ts'
import { useAsk } from '#client/lib/query.ts'
import { PageHeader, type PageHeaderProps } from '#client/ui/page-header.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'

interface SchoolSettingsProps extends Pick<PageHeaderProps, 'count' | 'aside' | 'actions'> {
  schoolId: number
  title: string
  children: ReactNode
}

/** A screen of a school's settings: whose they are, and the ways to the others. */
export const SchoolSettings = ({ schoolId, children, ...header }: SchoolSettingsProps) => {
  const { data: school } = useAsk(getSchool, { params: { id: schoolId } })
  const params = { id: String(schoolId) }
  return (
    <>
      <PageHeader
        {...header}
        breadcrumb={[
          { key: 'schools', link: <Link to="/">Schools</Link> },
          ...(school
            ? [{ key: 'school', link: <span className="truncate px-0.5">{school.name}</span> }]
            : []),
        ]}
      />
      <div className="border-b border-line px-3 py-1.5">
        <TabLinks
          label="School settings"
          links={[
            { to: '/schools/$id/settings', params, label: 'About', exact: true },
            { to: '/schools/$id/settings/periods', params, label: 'Policy years' },
            { to: '/schools/$id/settings/colors', params, label: 'Colors' },
            { to: '/schools/$id/settings/files', params, label: 'Files' },
          ]}
        />
      </div>
      {children}
    </>
  )
}
