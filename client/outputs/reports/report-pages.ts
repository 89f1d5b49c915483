import type { LinkProps } from '@tanstack/react-router'
import {
  Activity,
  CalendarClock,
  ChartColumn,
  FileOutput,
  FileSpreadsheet,
  Hourglass,
  Landmark,
  type LucideIcon,
} from 'lucide-react'

/** A report or file in the index of a policy year’s reports. */
export interface ReportPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly icon: LucideIcon
  readonly title: string
  /** What it answers or who receives it, in a sentence. */
  readonly text: string
}

/** The reports of a policy year, in the order of the index. Each module’s screens stand under `reports/`. */
export const reportPages: Readonly<Record<'Reports' | 'Files', readonly ReportPage[]>> = {
  Reports: [
    {
      to: '/schools/$school/period/$period/reports/figures',
      icon: ChartColumn,
      title: 'Figures',
      text: 'Status over time, waivers, time to decision, no response, missing premiums and aging out, as charts.',
    },
    {
      to: '/schools/$school/period/$period/reports/age-out',
      icon: Hourglass,
      title: 'Age-out report',
      text: 'Who loses coverage under a parent’s plan because of age, when, and how to reach them.',
    },
    {
      to: '/schools/$school/period/$period/reports/scheduled',
      icon: CalendarClock,
      title: 'Scheduled reports',
      text: 'Reports that run on days you choose. Recipients get an email with a link, not the file.',
    },
    {
      to: '/settings/payer-health',
      icon: Activity,
      title: 'Insurance company responses',
      text: 'Which insurance companies respond to eligibility checks, how fast, and what failed. All schools.',
    },
  ],
  Files: [
    {
      to: '/schools/$school/period/$period/reports/bursar',
      icon: Landmark,
      title: 'Bursar file',
      text: 'Charges, reversals and adjustments for student accounts since the last batch.',
    },
    {
      to: '/schools/$school/period/$period/reports/carrier-file',
      icon: FileOutput,
      title: 'Carrier file (834)',
      text: 'Enrollment for the carrier: everyone, or only changes since the last file.',
    },
    {
      to: '/schools/$school/period/$period/reports/waiver-export',
      icon: FileSpreadsheet,
      title: 'Batch eligibility file',
      text: 'Waivers for an eligibility service such as ABILITY, and the import of its results.',
    },
  ],
}
