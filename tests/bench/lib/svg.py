"""Line plots over n as SVG, both scales logarithmic. Text is text, colours are readable on white."""
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 460, 70, 280, 40, 50
# Told apart by colour and by mark; those of gentrans are drawn through, those of others dashed.
COLOURS = ["#000000", "#0b5fa5", "#c8102e", "#2e7d32", "#e07b00", "#6a1b9a", "#00838f", "#8d6e63", "#d81b60", "#546e7a", "#9e9d24",
           "#3949ab", "#424242", "#ad7a00"]
MARKS = ["circle", "square", "up", "diamond", "down", "cross"]


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def number(value):
    """A label for an axis: 0.01, 5, 1000, 10^6 with a raised six."""
    power = round(math.log10(value))
    if abs(math.log10(value) - power) < 1e-9 and power >= 4:
        return '10<tspan dy="-5" font-size="9">%d</tspan>' % power
    return "%g" % value


def ticks(low, high):
    """Powers of ten, with 2 and 5 between them when there are few, or every so many powers when there are many."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    if last - first <= 3:
        values = [m * 10**p for p in range(first, last + 1) for m in (1, 2, 5)]
    else:
        values = [10.0**p for p in range(first, last + 1, max(1, round((last - first) / 8)))]
    return [v for v in values if low * 0.999 <= v <= high * 1.001]


class Scale:
    """Values to positions; covers all values, and at least a factor of ten."""

    def __init__(self, values, begin, end):
        low, high = min(values), max(values)
        if high < 10 * low:
            high = 10 * low
        self.low, self.high, self.begin, self.end = low / 1.15, high * 1.15, begin, end

    def __call__(self, value):
        part = math.log(value / self.low) / math.log(self.high / self.low)
        return self.begin + part * (self.end - self.begin)


def mark(kind, x, y, colour):
    shapes = {"square": [(-3, -3), (3, -3), (3, 3), (-3, 3)], "up": [(0, -4.5), (4, 3), (-4, 3)],
              "down": [(0, 4.5), (4, -3), (-4, -3)], "diamond": [(0, -4.5), (4.5, 0), (0, 4.5), (-4.5, 0)]}
    if kind == "circle":
        return '<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"/>' % (x, y, colour)
    if kind == "cross":
        return '<path d="M%.1f %.1f l7 7 m0 -7 l-7 7" stroke="%s" stroke-width="1.8"/>' % (x - 3.5, y - 3.5, colour)
    points = " ".join("%.1f,%.1f" % (x + dx, y + dy) for dx, dy in shapes[kind])
    return '<polygon points="%s" fill="%s"/>' % (points, colour)


def plot(title, label, series):
    """The picture of series, a list of (name, drawn through, style number, [(n, value)])."""
    series = [s for s in series if s[3]]
    across = Scale([n for s in series for n, _ in s[3]], LEFT, WIDTH - RIGHT)
    up = Scale([v for s in series for _, v in s[3]], HEIGHT - BOTTOM, TOP)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" '
           'font-family="Helvetica, Arial, sans-serif" font-size="12">' % (WIDTH, HEIGHT, WIDTH, HEIGHT),
           '<rect width="100%" height="100%" fill="white"/>',
           '<text x="%d" y="22" font-size="15" font-weight="bold">%s</text>' % (LEFT, escape(title))]
    for value in ticks(across.low, across.high):
        x = across(value)
        out.append('<path d="M%.1f %d V%d" stroke="#ddd"/>' % (x, TOP, HEIGHT - BOTTOM))
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (x, HEIGHT - BOTTOM + 18, number(value)))
    for value in ticks(up.low, up.high):
        y = up(value)
        out.append('<path d="M%d %.1f H%d" stroke="#ddd"/>' % (LEFT, y, WIDTH - RIGHT))
        out.append('<text x="%d" y="%.1f" text-anchor="end">%s</text>' % (LEFT - 8, y + 4, number(value)))
    out.append('<path d="M%d %d V%d H%d" fill="none" stroke="#333"/>' % (LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT))
    out.append('<text x="%d" y="%d" text-anchor="middle">n</text>' % ((LEFT + WIDTH - RIGHT) // 2, HEIGHT - 12))
    out.append('<text transform="translate(18 %d) rotate(-90)" text-anchor="middle">%s</text>' % (HEIGHT // 2, escape(label)))
    for row, (name, through, style, points) in enumerate(series):
        colour, shape = COLOURS[style % len(COLOURS)], MARKS[style % len(MARKS)]
        dash = "" if through else ' stroke-dasharray="6 3"'
        line = " ".join("%.1f,%.1f" % (across(n), up(v)) for n, v in points)
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.8"%s/>' % (line, colour, dash))
        out += [mark(shape, across(n), up(v), colour) for n, v in points]
        x, y = WIDTH - RIGHT + 20, TOP + 12 + 22 * row
        out.append('<path d="M%d %d h28" stroke="%s" stroke-width="1.8"%s/>' % (x, y, colour, dash))
        out.append(mark(shape, x + 14, y, colour))
        out.append('<text x="%d" y="%d">%s</text>' % (x + 36, y + 4, escape(name)))
    return "\n".join(out + ["</svg>", ""])
