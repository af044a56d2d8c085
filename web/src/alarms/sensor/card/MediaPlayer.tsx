import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerStop,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SensorLog } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import classes from './MediaPlayer.module.css'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export const MediaPlayer = ({ recordings }: { recordings: readonly SensorLog[] }) => {
  const { t } = useTranslation()
  const now = useNow()
  const [selectedId, setSelectedId] = useState<string>()
  const [isPlaying, setIsPlaying] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [time, setTime] = useState({ at: 0, of: 0 })
  const player = useRef<HTMLVideoElement>(null)
  const place = Math.max(
    0,
    recordings.findIndex(({ id }) => id === selectedId),
  )
  const recording = recordings[place]
  if (!recording) return null
  const isVideo = recording.type === 'video'
  const canStep = recordings.length >= 2
  const step = (by: 1 | -1) => {
    const next = recordings[(place + by + recordings.length) % recordings.length]
    setSelectedId(next?.id)
    setHasFailed(false)
    setTime({ at: 0, of: 0 })
  }
  const play = () => player.current?.play().catch(() => setHasFailed(true))
  const pause = () => {
    player.current?.pause()
    // Set here, because a recording that is still loading has not started, and pausing it raises no event.
    setIsPlaying(false)
  }
  const stop = () => {
    pause()
    if (player.current) player.current.currentTime = 0
  }
  const readTime = () => {
    const { currentTime = 0, duration = 0 } = player.current ?? {}
    setTime({ at: currentTime, of: Number.isFinite(duration) ? duration : 0 })
  }
  return (
    <section className={classes.player} aria-label={t('sensor.media')}>
      {/* biome-ignore lint/a11y/useMediaCaption: recordings of sensors have no captions */}
      <video
        ref={player}
        key={recording.id}
        className={classes.screen}
        hidden={!isVideo}
        src={recording.params[0]?.url}
        preload="metadata"
        playsInline
        autoPlay={isPlaying}
        onPlay={() => setIsPlaying(true)}
        // Ignores the event of the previous recording, which pauses when it is replaced.
        onPause={({ currentTarget }) => currentTarget === player.current && setIsPlaying(false)}
        onTimeUpdate={readTime}
        onLoadedMetadata={readTime}
        onError={() => setHasFailed(true)}
      />
      <p className={classes.title}>
        <bdi>{recording.text || t(isVideo ? 'sensor.video' : 'sensor.audio')}</bdi>
        <span className={classes.meta}>
          {formatRelative(new Date(recording.datetime), now, t, currentLanguage())} ·{' '}
          <bdi>
            {place + 1}/{recordings.length}
          </bdi>
        </span>
      </p>
      {hasFailed && (
        <p className={classes.failed} role="alert">
          {t('sensor.cannotPlay')}
        </p>
      )}
      <div className={classes.bar} dir="ltr">
        <IconButton
          icon={IconPlayerSkipBack}
          label={t('sensor.previous')}
          disabled={!canStep}
          onClick={() => step(-1)}
        />
        {isPlaying ? (
          <IconButton icon={IconPlayerPause} label={t('sensor.pause')} onClick={pause} />
        ) : (
          <IconButton icon={IconPlayerPlay} label={t('sensor.play')} onClick={play} />
        )}
        <IconButton icon={IconPlayerStop} label={t('sensor.stop')} onClick={stop} />
        <IconButton icon={IconPlayerSkipForward} label={t('sensor.next')} disabled={!canStep} onClick={() => step(1)} />
        <span className={classes.along}>
          <progress className={classes.progress} value={time.at} max={time.of || 1} aria-label={t('sensor.progress')} />
          <span className={classes.time}>
            {clock(time.at)}/{clock(time.of)}
          </span>
        </span>
      </div>
    </section>
  )
}
