interface Props {
  label: string;
  bars: readonly (readonly [name: string, count: number])[];
}

const WIDTH = 200;
const HEIGHT = 14;

/** Counts as horizontal bars, each with its name and number. */
export function OutcomeBars({ label, bars }: Props) {
  const most = Math.max(1, ...bars.map(([, n]) => n));
  return (
    <table class="outcomes" aria-label={label}>
      <tbody>
        {bars.map(([name, n]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="n">{n.toLocaleString('en')}</td>
            <td>
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
                <rect x={0} y={1} width={(n / most) * WIDTH} height={HEIGHT - 2} rx={2} />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
