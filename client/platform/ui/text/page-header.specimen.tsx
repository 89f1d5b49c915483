import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { PageHeader } from './page-header.tsx'
import type { Specimen } from '../styles/specimen.ts'
import { Tabs } from './tabs.tsx'

const views = [
  { value: 'all', label: 'All students', count: '3,126' },
  { value: 'review', label: 'Needs review', count: '519' },
  { value: 'enrolled', label: 'Enrolled', count: '1,323' },
] as const

const Header = () => {
  const [view, setView] = useState<(typeof views)[number]['value']>('all')
  return (
    <div className="w-full rounded-card shadow-line">
      <PageHeader
        title="Students"
        documentTitle="Gallery"
        count="3,126"
        breadcrumb={[
          { key: 'school', link: <a href="/gallery">Harborview University</a> },
          { key: 'period', link: <a href="/gallery">2026–27</a> },
        ]}
        actions={
          <>
            <Button icon={Download}>Export</Button>
            <Button variant="primary" icon={Plus}>
              Add student
            </Button>
          </>
        }
      />
      <div className="px-3 py-2">
        <Tabs label="Views" tabs={views} value={view} onChange={setView} />
      </div>
    </div>
  )
}

export const specimen: Specimen = { title: 'Page header, tabs', Component: Header }
