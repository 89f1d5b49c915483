import { Upload } from 'lucide-react'
import { Banner } from './banner.tsx'
import { BrokenState } from './broken-state.tsx'
import { Button } from '../controls/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorSummary } from '../text/error-summary.tsx'
import { RefusedState } from './refused-state.tsx'
import type { Specimen } from '../styles/specimen.ts'

const wrong = [
  { field: 'ssn', label: 'SSN', message: 'The SSN has already been taken.' },
  { field: 'zip', label: 'ZIP', message: 'The ZIP code must be 5 digits.' },
]

const States = () => (
  <div className="grid w-full gap-4 md:grid-cols-3">
    <EmptyState
      compact
      title="No students yet"
      actions={
        <Button variant="primary" icon={Upload}>
          Import a roster
        </Button>
      }
    >
      Students in this policy year appear here. Import a roster to add them.
    </EmptyState>
    <RefusedState compact>Only Shipmate Admins can change policy years.</RefusedState>
    <BrokenState compact onRetry={() => undefined} reference="01JD3K" />
    <Banner tone="info">Premiums are from last year until you set up the plan.</Banner>
    <Banner tone="success" title="6,000 students added" />
    <Banner tone="warning">12 rows were rejected. You can import the other rows.</Banner>
    <Banner tone="danger">Someone else changed this record.</Banner>
    <ErrorSummary errors={wrong} onPick={() => undefined} />
  </div>
)

export const specimen: Specimen = { title: 'States, banners, error summary', Component: States }
