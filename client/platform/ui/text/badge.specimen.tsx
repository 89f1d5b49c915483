import { CircleCheck, CircleDashed, CircleDot, CircleX, ShieldCheck, Sparkle } from 'lucide-react'
import { Avatar, SchoolMark } from './avatar.tsx'
import { Badge, Pill } from './badge.tsx'
import { ProgressBar } from '../states/progress-bar.tsx'
import { SkeletonRows } from '../states/skeleton.tsx'
import type { Specimen } from '../styles/specimen.ts'

const Marks = () => (
  <>
    <Pill tone="neutral" icon={CircleDashed} quiet>
      Not Started
    </Pill>
    <Pill tone="success" icon={CircleCheck} quiet>
      Enrolled
    </Pill>
    <Pill tone="info" icon={ShieldCheck} quiet>
      Waived
    </Pill>
    <Pill tone="warning" icon={CircleDot}>
      Enroll-S
    </Pill>
    <Pill tone="danger" icon={CircleX}>
      Waiver-UTP
    </Pill>
    <Pill tone="violet" icon={Sparkle}>
      New
    </Pill>
    <Pill tone="success" icon={CircleCheck}>
      Enrolled
    </Pill>
    <Pill tone="info" icon={ShieldCheck}>
      Waived
    </Pill>
    <Pill>Exempt</Pill>
    <Badge>128</Badge>
    <Badge tone="danger">3</Badge>
    <Avatar name="Dana Whitlock" />
    <SchoolMark name="Harborview University" />
    <ProgressBar label="Reading the file" done={4120} total={6000} detail="4,120 of 6,000" className="w-72" />
    <ProgressBar label="Waiting" done={0} total={0} className="w-72" />
    <div className="w-full">
      <SkeletonRows rows={3} />
    </div>
  </>
)

export const specimen: Specimen = { title: 'Marks, progress, skeleton', Component: Marks }
