/* A session: lines in, what they do out. */
#include "driver/simulate/exchange.h"
#include "driver/simulate/line.h"
#include "driver/simulate/session.h"

#include <string.h>

static bool say(gt_session *s)
{
    const gt_simulation *about = s->about;
    bool read = about->print(about->arg, gt_str_text(&s->out));
    s->out.len = 0;
    if (s->error.len) {
        gt_say("%s", gt_str_text(&s->error));
        s->error.len = 0;
    }
    if (s->out.text)
        s->out.text[0] = '\0';
    return read;
}

static bool begin_here(void *arg, const int32_t *state)
{
    gt_session *s = arg;
    gt_trail_begin(&s->path, 1, state);
    return false;
}

/* The branch of a replayed step is the one that leads where it leads. */
typedef struct {
    gt_move *move;
    const int32_t *to;
    size_t width;
    bool found;
} matching;

static bool match(void *arg, const gt_firing *f)
{
    matching *m = arg;
    if (m->found || f->self != m->move->self || memcmp(f->to, m->to, m->width * sizeof *f->to) != 0)
        return true;
    m->move->branch = f->branch;
    m->found = true;
    return false;
}

static void replay(gt_session *s, const gt_run *run)
{
    gt_trail_replay(&s->path, run);
    for (uint32_t i = 1; i < run->nsteps; i++) {
        gt_move *move = &s->path.steps[i - 1].move;
        matching m = {move, run->steps[i].state, s->layout->width, false};
        if (move->rule && move->rule->nbranches > 1)
            gt_sym_step_by_rule(s->step, run->steps[i - 1].state, move->rule, false, match, &m);
    }
}

static bool open_session(gt_session *s)
{
    const gt_simulation *about = s->about;
    uint32_t most = 0;
    for (uint32_t r = 0; r < about->sym->nrules; r++) {
        uint32_t n = about->sym->rules[r]->npartners + about->sym->rules[r]->nchoices;
        most = n > most ? n : most;
    }
    s->step = gt_sym_step_new(about->sym);
    s->layout = gt_sym_step_layout(s->step);
    s->alike = !gt_sym_is_tied(s->layout->sym);
    s->random = about->seed;
    gt_session_judge(s);
    s->found.bound = GT_NEW_ARRAY(about->arena, int32_t, (size_t)most + 1);
    s->tried = GT_NEW_ARRAY(about->arena, int32_t, (size_t)most + 1);
    s->places = GT_NEW_ARRAY(about->arena, gt_cast, (size_t)most + 2);
    s->found.to = GT_NEW_ARRAY(about->arena, int32_t, s->layout->width);
    s->path = (gt_trail){.arena = about->arena, .layout = s->layout, .loop = -1};
    s->path.state = GT_NEW_ARRAY(about->arena, int32_t, s->layout->width);
    gt_str_init(&s->out);
    gt_str_init(&s->error);
    if (about->replay)
        replay(s, about->replay);
    else if (gt_sym_step_initial(s->step, begin_here, s))
        gt_str_add(&s->error, "the program has no initial state");
    return !s->error.len;
}

static void write_transcript(gt_session *s, gt_str *out)
{
    if (s->path.initial)
        gt_str_addf(out, "init %llu\n", (unsigned long long)s->path.initial);
    for (size_t i = 0; i < s->path.at; i++) {
        if (!s->path.steps[i].move.rule)
            continue;
        gt_moves_words(&s->path.steps[i].move, out);
        gt_str_addc(out, '\n');
    }
}

bool gt_simulate(const gt_simulation *simulation, gt_str *transcript)
{
    gt_session s = {.about = simulation};
    gt_lines *lines = gt_lines_new(simulation->arena);
    bool fine = open_session(&s), more = fine;
    if (fine) {
        gt_show_here(&s);
        gt_show_moves(&s, 20);
    }
    more = say(&s) && more;
    for (const char *line; more && (line = gt_lines_next(lines));) {
        if (!gt_lines_edited(lines) && *line) {
            gt_str_add(&s.out, "> ");
            gt_str_shown(&s.out, line);
            gt_str_addc(&s.out, '\n');
        }
        more = gt_obey(&s, line);
        fine = fine && (gt_lines_edited(lines) || !s.error.len);
        more = say(&s) && more;
    }
    write_transcript(&s, transcript);
    gt_str_fini(&s.out);
    gt_str_fini(&s.error);
    gt_sym_step_free(s.step);
    return fine;
}
